import { type Line, readLines } from '../disk/lines.ts'
import { parseWhole } from './parse-stored.ts'

/** Hears of a line that is no JSON: its file in the cache, and its number from 1 on. */
export type OnDamagedLine = (path: string, line: number) => void

/** The lines of a file of the cache that are JSON, parsed. `path` is what `onDamaged` calls the file. */
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
