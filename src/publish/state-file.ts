import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { readIfExists } from '../disk/read.ts'
import { notManaged } from './out-lock.ts'

/** The state of a site for the next build is stored next to it. Nothing else reads it. */
export const stateFileOf = (out: string): string => `${out}.state`

/** A state in another format is ignored. */
const START = 'benchbook state'
const FORMAT = 3
const firstLine = (text: string): string => `${START} ${FORMAT} ${hash('sha256', text)} `

/** Writes the state of a new site into the staging directory; `still` is the snapshot by which the next build detects no change. */
export const writeState = (path: string, state: unknown, still = ''): Promise<void> => {
  const text = JSON.stringify(state)
  return writeFile(path, `${firstLine(text)}${still}\n${text}`)
}

/** The snapshot; '' if there is none, or the state is damaged. */
export async function readStill(out: string): Promise<string> {
  const whole = (await readIfExists(stateFileOf(out))) ?? ''
  const start = firstLine(whole.slice(whole.indexOf('\n') + 1))
  return whole.startsWith(start) ? whole.slice(start.length, whole.indexOf('\n')) : ''
}

/** The state of a site; `'unusable'` if it is damaged, or in another format; undefined if there is none. */
export async function readState(out: string): Promise<unknown> {
  const whole = await readIfExists(stateFileOf(out))
  if (!whole) return undefined
  const text = whole.slice(whole.indexOf('\n') + 1)
  return whole.startsWith(firstLine(text)) ? (JSON.parse(text) as unknown) : 'unusable'
}

/** Throws a {@link UsageError} if an unmanaged file is where a build into `out` writes its state. A full disk can leave an empty file. */
export async function refuseUnmanagedState(out: string): Promise<void> {
  const path = stateFileOf(out)
  const whole = await readIfExists(path)
  if (whole && !whole.startsWith(START)) throw notManaged(path, 'a build writes there what it needs the next time')
}
