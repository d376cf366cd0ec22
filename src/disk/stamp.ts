import { createHash, hash } from 'node:crypto'
import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isMissing } from './atomic.ts'

/** A fingerprint of the names, kinds, lengths and times of files. */
export interface Stamp {
  exact: string
  /** The same by times in whole seconds: archives, such as those of GNU tar, keep no fractions. */
  inSeconds: string
  /** True if no time has a fraction. */
  isInSeconds: boolean
}

/** A file may be written twice within a file system's timestamp resolution: files younger than this are not compared by time. */
const MOMENT_MS = 2000

/** Files between two turns of the event loop. */
const TURN = 500

/** A fingerprint of all files of a folder, if there is one, by length and time, or by what `contentOf` returns for a file. */
export async function stampOf(
  root: string,
  contentOf: (file: string, stats: Stats) => string | undefined = () => undefined,
  signal?: AbortSignal,
): Promise<{ stamp: Stamp; files: number; bytes: number }> {
  const [exact, inSeconds] = [createHash('sha256'), createHash('sha256')]
  let isInSeconds = true
  const found = { files: 0, bytes: 0 }
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        folders.push(path)
        continue
      }
      if (++found.files % TURN === 0) await setImmediate()
      signal?.throwIfAborted()
      const stats = lstatSync(`${root}/${path}`)
      found.bytes += stats.size
      const content = contentOf(path, stats)
      const start = `${path}\0${entry.isFile() ? 'file' : 'other'} `
      exact.update(`${start}${content ?? lengthAndTime(stats)}\n`)
      inSeconds.update(`${start}${content ?? `${stats.size} ${wholeSecondMs(stats.mtimeMs)}`}\n`)
      if (content === undefined) isInSeconds &&= wholeSecondMs(stats.mtimeMs) === stats.mtimeMs
    }
  }
  return { stamp: { exact: exact.digest('base64url'), inSeconds: inSeconds.digest('base64url'), isInSeconds }, ...found }
}

/** The length and time of a file, to be compared by {@link isAsNoted}. */
export const lengthAndTime = ({ size, mtimeMs }: Stats): string => `${size} ${mtimeMs}`

export function isAsNoted(stats: Stats, noted: string | undefined): boolean {
  const [size, mtimeMs = NaN] = (noted ?? '').split(' ').map(Number)
  return stats.size === size && isSameTime(stats.mtimeMs, mtimeMs)
}

/** True if a time is one noted before, or what an archive that keeps whole seconds makes of it. */
export const isSameTime = (nowMs: number, notedMs: number): boolean => nowMs === notedMs || nowMs === wholeSecondMs(notedMs)

/** True for a file written so shortly before a time that a later write may have left the same time. */
export const isFresh = ({ mtimeMs }: Stats, atMs: number): boolean => wholeSecondMs(mtimeMs) >= wholeSecondMs(atMs - MOMENT_MS)

const wholeSecondMs = (timeMs: number): number => Math.floor(timeMs / 1000) * 1000

/** Several fingerprints as one. */
export const oneStamp = (stamps: readonly Stamp[]): Stamp => ({
  exact: digestOf(stamps.map(({ exact }) => exact)),
  inSeconds: digestOf(stamps.map(({ inSeconds }) => inSeconds)),
  isInSeconds: stamps.every(({ isInSeconds }) => isInSeconds),
})

/** A stamp as text, for {@link isStamp}. */
export const stampText = ({ exact, inSeconds }: Stamp): string => `${exact} ${inSeconds}`

export function isStamp({ exact, inSeconds, isInSeconds }: Stamp, text: string): boolean {
  const [notedExact, notedInSeconds] = text.split(' ')
  return exact === notedExact || (isInSeconds && inSeconds === notedInSeconds)
}

export const digestOf = (texts: readonly string[]): string => hash('sha256', JSON.stringify(texts), 'base64url')

/** Sorted independently of the file system. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
