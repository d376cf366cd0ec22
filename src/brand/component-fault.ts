import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { unusable, type UsageError } from '../errors.ts'
import { MOUNT } from './own-components.ts'

/** A file of the operator's and a place in it, as messages and mapped stacks name them. */
const OWN_PLACE = new RegExp(String.raw`${MOUNT.replace('/', String.raw`[\\/]`)}[\\/]([^\s:'"?()\]]+)(?:\?[^\s:]*)?(?::(\d+))?(?::\d+)?`)

/**
 * An error of the operator's component in their own terms: their file, its line, what is wrong. Undefined for an error in which no file of
 * `folder` has a part. Lines are right where {@link mapStacks} was called before.
 */
export function componentFault(error: unknown, folder: string): UsageError | undefined {
  if (!folder || !(error instanceof Error)) return undefined
  const [, file, line] = OWN_PLACE.exec(error.message) ?? OWN_PLACE.exec(error.stack ?? '') ?? []
  if (!file) return undefined
  const place = join(folder, file) + (line === undefined ? '' : `, line ${line}`)
  const what = `${place}: ${reasonOf(error.message)}. Correct the component, or remove it from ${folder}.`
  return unusable('components', join(folder, file), what, error)
}

/** Lets stacks name the lines of components instead of those of what they were compiled to. */
export const mapStacks = (folder: string): void => process.setSourceMapsEnabled(folder !== '')

/** A bundler's message says where it was, who complained and how it came to it; one of its lines says what is wrong. */
function reasonOf(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line !== '' && !/^Build failed|^\s+at |^\[plugin/.test(line))
  const [first = message] = lines
  return first
    .replace(/^(?:\[\w+\] |\w*Error: )+/, '')
    .replace(/ in \S*$/, '')
    .replace(/\.\s*$/, '')
}
