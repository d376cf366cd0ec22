import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sha256Of } from '../disk/sha256.ts'
import { ContentError, UsageError } from '../errors.ts'
import { type FileHashes, readFileList } from '../publish/file-list.ts'
import { OutputFile } from './output-file.ts'
import type { SourceFile } from './source-file.ts'
import type { ZimDescription } from './zim/metadata.ts'
import { itemsOf, suggestionRedirects } from './zim/site-items.ts'
import { writeZim, type ZimRedirect } from './zim/zim-writer.ts'
import { ZipWriter } from './zip/zip-writer.ts'

export interface PackOptions {
  format: 'zip' | 'zim'
  /** The built site. */
  site: string
  /** The file to write. */
  path: string
  /** 0 means no limit. */
  maxBytes: number
  about: ZimDescription
  /** A picture that stands for the site, in a ZIM archive: a PNG, JPEG or WebP file. */
  illustration: string
  /** The service's own addresses of pages, in a ZIM archive. */
  redirects: readonly ZimRedirect[]
}

export interface PackHooks {
  signal?: AbortSignal
  onProgress?: (progress: { doneBytes: number; knownBytes: number }) => void
}

export interface Packed {
  path: string
  files: number
  bytes: number
  /** Of the bundle, in hex; also in the file beside it, as `sha256sum` writes it. */
  sha256: string
}

/** The list of an archive's files, as `sha256sum -c` takes it. */
const SUMS = 'SHA256SUMS'
const MAGIC = { zip: Buffer.from('PK\u0003\u0004'), zim: Buffer.from([0x5a, 0x49, 0x4d, 0x04]) }

/**
 * Packs a built site into one file. The same site gives the same bytes. A file of that name stays until the new one is whole. Throws a
 * {@link UsageError} if that is not a bundle, a {@link ContentError} for a bundle that would be too large.
 */
export async function packSite(options: PackOptions, hooks: PackHooks = {}): Promise<Packed> {
  const { format, site, path, maxBytes } = options
  refuseForeign(path, format)
  const hashes = await hashesOf(site)
  const files = [...hashes.keys()].sort().map((file) => ({ path: file, source: join(site, file), bytes: statSync(join(site, file)).size }))
  const file = new OutputFile(path, maxBytes)
  try {
    if (format === 'zip') await packZip(file, files, hashes, options.about.date, hooks)
    else await packZim(file, files, hashes, options, hooks)
    file.finish()
  } catch (error) {
    file.abandon()
    throw error
  }
  const sha256 = sha256Of(path)
  writeFileSync(`${path}.sha256`, `${sha256}  ${basename(path)}\n`)
  return { path, files: files.length, bytes: statSync(path).size, sha256 }
}

async function packZip(file: OutputFile, files: readonly SourceFile[], hashes: FileHashes, date: Date, { signal, onProgress }: PackHooks) {
  const writer = new ZipWriter(file, date)
  const knownBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let doneBytes = 0
  for (const source of files) {
    await setImmediate()
    signal?.throwIfAborted()
    writer.add(source)
    onProgress?.({ doneBytes: (doneBytes += source.bytes), knownBytes })
  }
  writer.addText(SUMS, files.map(({ path }) => `${hashes.get(path) ?? ''}  ${path}\n`).join(''))
  writer.end()
}

async function packZim(
  file: OutputFile,
  files: readonly SourceFile[],
  hashes: FileHashes,
  { illustration, about, redirects }: PackOptions,
  hooks: PackHooks,
): Promise<void> {
  const items = itemsOf(files, about, readFileSync(illustration))
  const identity = createHash('sha256').update(JSON.stringify(about))
  for (const { path } of files) identity.update(`${hashes.get(path) ?? ''} ${path}\n`)
  const facts = { uuid: identity.digest().subarray(0, 16), mainPage: 'index.html' }
  await writeZim(file, items, [...redirects, ...suggestionRedirects(items)], facts, hooks)
}

async function hashesOf(site: string): Promise<FileHashes> {
  const list = await readFileList(site)
  if (typeof list === 'object') return list.hashes
  throw new ContentError(`The site in ${site} has no list of its files beside it, or that of another build. Build it again.`, {
    code: 'ERR_BUNDLE_SOURCE',
    path: site,
  })
}

function refuseForeign(path: string, format: PackOptions['format']): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats || (stats.isFile() && (stats.size === 0 || startOf(path).equals(MAGIC[format])))) return
  throw new UsageError(`${path} is there and is no ${format} file, which a bundle would replace. Move it away, or name another \`out\`.`, {
    code: 'ERR_OUT_FOREIGN',
    option: 'out',
    path,
  })
}

function startOf(path: string): Buffer {
  const start = Buffer.alloc(4)
  const file = openSync(path, 'r')
  try {
    readSync(file, start, 0, start.length, 0)
    return start
  } finally {
    closeSync(file)
  }
}
