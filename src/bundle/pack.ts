import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ContentError } from '../errors.ts'
import { type FileHashes, readFileList } from '../publish/file-list.ts'
import { type FileFormat, type Output, writeBundle } from './bundle-file.ts'
import type { ZimDescription } from './describe.ts'
import { inTurns } from './input-file.ts'
import type { OutputFile } from './output-file.ts'
import type { SourceFile } from './source-file.ts'
import type { ClusterHooks } from './zim/cluster-writer.ts'
import { fullTextIndex } from './zim/full-text.ts'
import { itemsOf, suggestionRedirects } from './zim/site-items.ts'
import { writeZim, type ZimRedirect } from './zim/zim-writer.ts'
import { zipWriter } from './zip/zip-writer.ts'

export interface PackOptions extends Output {
  format: FileFormat
  /** The built site. */
  site: string
  about: ZimDescription
  /** A picture for a ZIM archive: a PNG, JPEG or WebP file. */
  illustration: string
  /** The service's own addresses of pages, for a ZIM archive. */
  redirects?: readonly ZimRedirect[]
  /** Pages that are not found by title. */
  unlisted?: ReadonlySet<string>
  /** An empty folder for making the full-text index; without it a ZIM archive has none. */
  indexFolder?: string
}

export interface Packed {
  path: string
  files: number
  bytes: number
  /** Of the bundle, in hex; also in the file next to it, in `sha256sum` format. */
  sha256: string
}

/** The list of an archive's files, in `sha256sum -c` format. */
const SUMS = 'SHA256SUMS'

/** Packs a built site into one file, as {@link writeBundle} does. The same site gives the same bytes. */
export async function packSite(options: PackOptions, hooks: ClusterHooks = {}): Promise<Packed> {
  const { format, site, path } = options
  const hashes = await hashesOf(site)
  const files = [...hashes.keys()].sort().map((file) => ({ path: file, source: join(site, file), bytes: statSync(join(site, file)).size }))
  const written = await writeBundle(options, (file) =>
    format === 'zip' ? packZip(file, files, hashes, options.about.date, hooks) : packZim(file, files, hashes, options, hooks),
  )
  return { path, files: files.length, ...written }
}

async function packZip(file: OutputFile, files: readonly SourceFile[], hashes: FileHashes, date: Date, hooks: ClusterHooks) {
  const writer = zipWriter(file, date)
  const knownBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let doneBytes = 0
  for await (const source of inTurns(files, hooks.signal)) {
    writer.add(source)
    hooks.onProgress?.({ doneBytes: (doneBytes += source.bytes), knownBytes })
  }
  writer.addText(SUMS, files.map(({ path }) => `${hashes.get(path) ?? ''}  ${path}\n`).join(''))
  writer.end()
}

async function packZim(file: OutputFile, files: readonly SourceFile[], hashes: FileHashes, options: PackOptions, hooks: ClusterHooks) {
  const { illustration, about, redirects = [], unlisted = new Set(), indexFolder } = options
  const picture = readFileSync(illustration)
  const items = itemsOf(files, about, picture, unlisted)
  const identity = createHash('sha256').update(JSON.stringify(about))
  for (const { path } of files) identity.update(`${hashes.get(path) ?? ''} ${path}\n`)
  const uuid = identity.digest().subarray(0, 16)
  const index = indexFolder === undefined ? [] : [await fullTextIndex(items, indexFolder, about, picture, hooks.signal)]
  await writeZim(file, [...items, ...index], [...redirects, ...suggestionRedirects(items)], uuid, hooks)
}

async function hashesOf(site: string): Promise<FileHashes> {
  const list = await readFileList(site)
  if (typeof list === 'object') return list.hashes
  throw new ContentError(`The site in ${site} has no list of its files beside it, or that of another build. Build it again.`, {
    code: 'ERR_BUNDLE_SOURCE',
    path: site,
  })
}
