import { hash } from 'node:crypto'
import { lstat, realpath, stat } from 'node:fs/promises'
import { statSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { ifMissing } from '../disk/atomic.ts'
import { readIfExists } from '../disk/read.ts'
import { isInside } from '../disk/own-path.ts'
import { sha256Of } from '../disk/sha256.ts'
import { notManaged } from './out-lock.ts'
import { MARKER, readMarker } from './marker.ts'
import type { SiteFiles } from './overlay.ts'

/** SHA-256 in hex, by path relative to the root of a site. */
export type FileHashes = ReadonlyMap<string, string>

export interface FileList {
  hashes: FileHashes
  /** When it was written, in milliseconds. */
  writtenMs: number
}

/** The list of a site is next to it, in the format of `sha256sum`: `cd dist && sha256sum -c ../dist.sha256`. */
export const fileListOf = (out: string): string => `${out}.sha256`

/** Hex digits of the list's digest in the site's marker. */
const DIGEST_LENGTH = 32
/** Files between two turns of the event loop. */
const TURN = 50
/** The marker comes first; it identifies a list as made by Benchbook. */
const FIRST_LINE = new RegExp(`^[0-9a-f]{64} {2}${MARKER.replaceAll('.', '\\.')}\r?\n`)
const LINE = /^(\\?)([0-9a-f]{64}) {2}(.+)$/

/**
 * The list that belongs to a site; undefined if there is none, `'unmanaged'` if another build wrote it, it was changed since, or it names a
 * file outside of the site. Windows line ends, which copying can introduce, are ignored.
 */
export async function readFileList(site: string): Promise<FileList | 'unmanaged' | undefined> {
  const path = fileListOf(await realpath(site).catch(() => site))
  const text = (await readIfExists(path))?.replaceAll('\r\n', '\n')
  if (text === undefined) return undefined
  const [first = ''] = FIRST_LINE.exec(text) ?? []
  if (!first || (await readMarker(site))?.files !== listDigest(text.slice(first.length))) return 'unmanaged'
  const entries = text.split('\n').flatMap(entryOf)
  if (!entries.every(([file]) => isInside(file))) return 'unmanaged'
  return { hashes: new Map(entries), writtenMs: (await stat(path)).mtimeMs }
}

/** Throws a {@link UsageError} if an unmanaged file is where a build into `out` writes its list. */
export async function refuseUnmanagedList(out: string): Promise<void> {
  const path = fileListOf(out)
  if (!(await lstat(path).catch(ifMissing))) return
  const text = await readIfExists(path)
  if (text !== '' && !FIRST_LINE.test(text ?? '')) throw notManaged(path, 'a build writes the list of its files there')
}

/** The lines for a new site's files except its marker, sorted by name. `known` has hashes of files that need not be read. */
export async function listFiles({ at, below }: SiteFiles, known: (file: string) => string | undefined, signal?: AbortSignal) {
  const files: string[] = []
  for await (const file of below()) if (file !== MARKER) files.push(file)
  let lines = ''
  for (const [index, file] of files.sort().entries()) {
    if (index % TURN === 0) await setImmediate()
    signal?.throwIfAborted()
    lines += lineOf(file, known(file) ?? sha256Of(at(file)))
  }
  return lines
}

/** The hash of a file that equals the old site's, unless it was written after the old one's list. */
export function hashOfEqual(path: string, file: string, list: FileList | undefined): string | undefined {
  const hash = list?.hashes.get(file)
  return hash !== undefined && list && statSync(path).mtimeMs <= list.writtenMs ? hash : undefined
}

/** The complete list: the marker's line, then {@link listFiles}. */
export const wholeList = ({ at }: SiteFiles, lines: string): string => lineOf(MARKER, sha256Of(at(MARKER))) + lines

/** The digest of {@link listFiles} in the marker of a site. */
export const listDigest = (lines: string): string => hash('sha256', lines).slice(0, DIGEST_LENGTH)

/** In the format of `sha256sum`: backslashes and line breaks in a name are escaped, and such a line begins with a backslash. */
function lineOf(file: string, sha256: string): string {
  const escaped = file.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
  return `${escaped === file ? '' : '\\'}${sha256}  ${escaped}\n`
}

function entryOf(line: string): [file: string, sha256: string][] {
  const [, mark, sha256 = '', name = ''] = LINE.exec(line) ?? []
  if (!name) return []
  const file = mark ? name.replace(/\\([\\nr])/g, (_, letter: string) => ({ n: '\n', r: '\r' })[letter] ?? '\\') : name
  return [[file, sha256]]
}
