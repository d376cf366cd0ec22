import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { bytesNow } from '../disk/read.ts'
import { notManaged } from './out-lock.ts'

/** The state of a site for the next build is stored next to it. Nothing else reads it. */
export const stateFileOf = (out: string): string => `${out}.state`

/** A state in another format is ignored. */
const START = 'benchbook state'
const FORMAT = 3
const firstLine = (text: string | Buffer): string => `${START} ${FORMAT} ${hash('sha256', text)} `

/** Writes the state of a new site into the staging directory; `still` is the snapshot by which the next build detects no change. */
export const writeState = (path: string, state: unknown, still = ''): Promise<void> => {
  const text = JSON.stringify(state)
  return writeFile(path, `${firstLine(text)}${still}\n${text}`)
}

/** The text of a state, and the snapshot, which is undefined if the file is damaged or of another format; undefined if there is none. */
function readFile(out: string): { text: Buffer; still: string | undefined } | undefined {
  const whole = bytesNow(stateFileOf(out))
  if (!whole || whole.length === 0) return undefined
  const end = whole.indexOf('\n')
  const [line, text] = [whole.toString('utf8', 0, end), whole.subarray(end + 1)]
  const start = firstLine(text)
  return { text, still: line.startsWith(start) ? line.slice(start.length) : undefined }
}

/** The snapshot; '' if there is none, or the state is damaged. */
export const readStill = (out: string): string => readFile(out)?.still ?? ''

/** The state of a site; `'unusable'` if it is damaged, or in another format; undefined if there is none. */
export function readState(out: string): unknown {
  const found = readFile(out)
  if (!found) return undefined
  return found.still === undefined ? 'unusable' : (JSON.parse(found.text.toString()) as unknown)
}

/** Throws a {@link UsageError} if an unmanaged file is where a build into `out` writes its state. A full disk can leave an empty file. */
export function refuseUnmanagedState(out: string): void {
  const path = stateFileOf(out)
  const start = bytesNow(path)?.toString('utf8', 0, START.length)
  if (start && start !== START) throw notManaged(path, 'a build writes there what it needs the next time')
}
