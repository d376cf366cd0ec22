import { join } from 'node:path'
import { CHECKED_PATH } from './layout.ts'
import { readLines } from '../disk/lines.ts'
import { LineLog } from './line-log.ts'

/** When something was asked for last, in seconds, and, if the service did not have it, what it said. `name` is kind and id. */
export interface Checked {
  name: string
  at: number
  missing?: 'gone' | 'private'
  /** It is private, and the service gave it all the same or named it; nobody had asked for it to be copied. */
  isWithheld?: true
  /** What the service knows the stored answer by: its ETag, or the date of its last modification. */
  validator?: string
}

/** Where a crawl notes it, to be found by the next one. */
export const checkedLog = (folder: string): LineLog<Checked> => new LineLog(folder, CHECKED_PATH)

/** What the last finished crawl noted; nothing in a cache of an older version. A damaged line is as if it were not there: its record is asked for. */
export async function* readChecked(folder: string): AsyncGenerator<Checked> {
  for await (const { text } of readLines(join(folder, CHECKED_PATH))) {
    const line = parsed(text)
    if (line) yield line
  }
}

function parsed(text: string): Checked | undefined {
  try {
    const line = JSON.parse(text) as Partial<Checked> | null
    return typeof line?.name === 'string' && typeof line.at === 'number' ? (line as Checked) : undefined
  } catch {
    return undefined
  }
}
