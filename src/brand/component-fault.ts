import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { unusable, type UsageError } from '../errors.ts'
import { MOUNT } from './own-components.ts'

/** The folder of the operator's files, as in messages and mapped stacks. */
const OWN = `${MOUNT.replace('/', String.raw`[\\/]`)}${String.raw`[\\/]`}`
/** An operator's file and position in it. */
const OWN_PLACE = new RegExp(String.raw`${OWN}([^\s:'"?()\]]+)(?:\?[^\s:]*)?(?::(\d+))?(?::\d+)?`)

/**
 * Describes an error of the operator's component in their terms: their file, its line, what is wrong. Undefined for an error that involves
 * no file of `folder`. Lines are right only after {@link mapStacks}.
 */
export function componentFault(error: unknown, folder: string): UsageError | undefined {
  if (!folder || !(error instanceof Error)) return undefined
  const [, file, line] = OWN_PLACE.exec(error.message) ?? OWN_PLACE.exec(error.stack ?? '') ?? []
  if (!file) return undefined
  const place = join(folder, file) + (line === undefined ? '' : `, line ${line}`)
  const what = `${place}: ${reasonOf(error.message)}. Correct the component, or remove it from ${folder}.`
  return unusable('components', join(folder, file), what, error)
}

/** Makes stacks name the source lines of components instead of the compiled ones. */
export const mapStacks = (folder: string): void => process.setSourceMapsEnabled(folder !== '')

/** A bundler's message contains position, plugin and import chain; one of its lines says what is wrong. */
function reasonOf(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line !== '' && !/^Build failed|^\s+at |^\[plugin/.test(line))
  const [first = message] = lines
  return first
    .replace(/^(?:\[\w+\] |\w*Error: )+/, '')
    .replace(new RegExp(String.raw` in \S*${OWN}\S*$`), '')
    .replace(/\.\s*$/, '')
}
