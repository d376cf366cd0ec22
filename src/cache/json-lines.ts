import { type Line, readLines } from '../disk/lines.ts'
import { parseWhole } from './parse-stored.ts'

/** Called for a line that is not JSON, with its file in the cache and its number from 1. */
export type OnDamagedLine = (path: string, line: number) => void

/** The lines of a cache file that are valid JSON, parsed. `path` is the file's name for `onDamaged`. */
export async function* readJsonLines(
  file: string | AsyncGenerator<Line>,
  path: string,
  onDamaged?: OnDamagedLine,
): AsyncGenerator<Line & { item: unknown }> {
  let number = 0
  for await (const line of typeof file === 'string' ? readLines(file) : file) {
    number++
    const item = parseWhole(line.text)
    if (item === undefined) onDamaged?.(path, number)
    else yield { ...line, item }
  }
}
