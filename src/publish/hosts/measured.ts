import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { filesBelow } from '../../disk/files-below.ts'
import { isMediaFile } from '../media.ts'

/** The page of a category, in any language. */
const CATEGORY = /^(?:[^/]+\/)?category\/[^/]+\/index\.html$/

/** The size of a site in the terms of hosts' limits. */
export interface Measured {
  files: number
  /** Compressed copies, except those of SVGs, which count as media. */
  copies: number
  /** Files of the search index. */
  index: number
  /** Pictures, videos and documents. */
  media: number
  /** Pages. */
  pages: number
  /** Pages of categories, also counted as pages. */
  categories: number
  bytes: number
  largest: { file: string; bytes: number }
  fullest: { folder: string; entries: number }
}

/** Measures a site in a folder, without its marker, which is written later. */
export async function measure(site: string): Promise<Measured> {
  const measured: Measured = {
    files: 0,
    copies: 0,
    index: 0,
    media: 0,
    pages: 0,
    categories: 0,
    bytes: 0,
    largest: { file: '', bytes: 0 },
    fullest: { folder: '', entries: 0 },
  }
  const entries = new Map<string, Set<string>>()
  const counts = new Map<string, number>()
  for await (const file of filesBelow(site)) {
    const { size } = await stat(join(site, file))
    measured.files++
    measured.bytes += size
    if (isMediaFile(file)) measured.media++
    else if (/\.(?:br|gz)$/.test(file)) measured.copies++
    else if (file.startsWith('pagefind/')) measured.index++
    else if (file.endsWith('.html')) measured.pages++
    if (CATEGORY.test(file)) measured.categories++
    if (size > measured.largest.bytes) measured.largest = { file, bytes: size }
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
    noteFolders(entries, dirname(file))
  }
  for (const [folder, folders] of entries) counts.set(folder, (counts.get(folder) ?? 0) + folders.size)
  for (const [folder, count] of counts) if (count > measured.fullest.entries) measured.fullest = { folder, entries: count }
  // The marker is written when the site is complete.
  return { ...measured, files: measured.files + 1 }
}

function noteFolders(entries: Map<string, Set<string>>, folder: string): void {
  if (folder === '.') return
  const above = dirname(folder)
  const folders = entries.get(above) ?? new Set()
  entries.set(above, folders)
  if (folders.has(folder)) return
  folders.add(folder)
  noteFolders(entries, above)
}
