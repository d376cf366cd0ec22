import { shown } from '../config.ts'
import { didYouMean } from '../config/nearest.ts'
import { UsageError, wrongOption } from '../errors.ts'

/** All hooks of a call, by name. */
type Names<Hooks> = Readonly<Record<keyof Hooks, true>>

/** Throws a {@link UsageError} for a hook that would be ignored, or that cannot be called. */
export function refuseWrongHooks<Hooks extends object>(hooks: Hooks, names: Names<Hooks>): void {
  for (const [name, hook] of entriesOf(hooks, 'The hooks', `{ ${Object.keys(names).join(', ')} }`)) {
    const expected = name === 'signal' ? 'an AbortSignal' : 'a function'
    if (!Object.hasOwn(names, name)) throw wrongOption(name, `"${name}" is not a hook.${didYouMean(name, Object.keys(names))}`)
    if (name === 'signal' ? !isSignal(hook) : typeof hook !== 'function')
      throw wrongOption(name, `The hook "${name}" must be ${expected}, not ${shown(hook)}.`)
  }
}

/** What an object that a program passes has; throws a {@link UsageError} for anything else. */
export function entriesOf(given: unknown, what: string, example: string): [string, unknown][] {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new UsageError(`${what} must be an object such as ${example}, not ${shown(given)}.`, { code: 'ERR_OPTION' })
  return Object.entries(given).filter(([, value]) => value !== undefined)
}

/** By shape: a test environment may have a class of its own. */
const isSignal = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && 'aborted' in given && 'addEventListener' in given

/**
 * Works with the hooks of a call. What one of them throws (or rejects with) stops the work as a signal does, and is thrown once the work has ended. Throws a
 * {@link UsageError} for wrong hooks.
 */
export async function withHooks<Hooks extends { signal?: AbortSignal }, Result>(
  hooks: Hooks,
  names: Names<Hooks>,
  work: (hooks: Hooks & { signal: AbortSignal }) => Promise<Result>,
): Promise<Result> {
  refuseWrongHooks(hooks, names)
  const stop = new AbortController()
  const thrown: unknown[] = []
  const fail = (error: unknown) => {
    thrown.push(error)
    stop.abort(error)
  }
  const guarded = (hook: (given: unknown) => unknown) => async (given: unknown) => {
    try {
      await hook(given)
    } catch (error) {
      fail(error)
    }
  }
  const calls = Object.entries<unknown>({ ...hooks }).filter((entry): entry is [string, () => unknown] => typeof entry[1] === 'function')
  const signal = AbortSignal.any([stop.signal, ...(hooks.signal ? [hooks.signal] : [])])
  const safe = { ...hooks, ...Object.fromEntries(calls.map(([name, hook]) => [name, guarded(hook)])), signal }
  const [ended] = await Promise.allSettled([work(safe)])
  if (thrown.length > 0) throw thrown[0]
  if (ended.status === 'rejected') throw ended.reason
  return ended.value
}
