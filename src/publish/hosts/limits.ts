import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Host } from '../../config/hosting.ts'
import { filesBelow } from '../../disk/files-below.ts'
import { ContentError } from '../../errors.ts'
import { isMediaFile } from '../media.ts'

/** What a host takes, as its documentation says; bytes are whole files as they lie on the disk. */
interface Limits {
  files?: number
  fileBytes?: number
  /** Files and folders in one folder. */
  entries?: number
  bytes?: number
}

const MIB = 1024 * 1024
const LIMITS: Partial<Record<Host, Limits & { name: string }>> = {
  cloudflare: { name: 'Cloudflare Pages', files: 20_000, fileBytes: 25 * MIB },
  netlify: { name: 'Netlify', entries: 54_000 },
  'github-pages': { name: 'GitHub Pages', fileBytes: 100 * MIB, bytes: 1000 * 1000 * 1000 },
}

/** The page of a category, in any language. */
const CATEGORY = /^(?:[^/]+\/)?category\/[^/]+\/index\.html$/

/** What a site takes of its host. */
export interface Measured {
  files: number
  /** Compressed copies among them. */
  copies: number
  /** Parts of the search index among them. */
  index: number
  /** Pictures, videos and documents among them. */
  media: number
  /** Pages of categories among them. */
  categories: number
  bytes: number
  largest: { file: string; bytes: number }
  fullest: { folder: string; entries: number }
}

/** Measures a site in a folder, all but its marker, which is not there yet. */
export async function measure(site: string): Promise<Measured> {
  const measured: Measured = {
    files: 0,
    copies: 0,
    index: 0,
    media: 0,
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
    if (/\.(?:br|gz)$/.test(file)) measured.copies++
    if (file.startsWith('pagefind/')) measured.index++
    if (isMediaFile(file)) measured.media++
    if (CATEGORY.test(file)) measured.categories++
    if (size > measured.largest.bytes) measured.largest = { file, bytes: size }
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
    noteFolders(entries, dirname(file))
  }
  for (const [folder, folders] of entries) counts.set(folder, (counts.get(folder) ?? 0) + folders.size)
  for (const [folder, count] of counts) if (count > measured.fullest.entries) measured.fullest = { folder, entries: count }
  // The marker is written when the site is whole.
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

/** What an operator allows in place of a host's own limits; 0 keeps those. */
export interface Allowed {
  maxFiles: number
  maxFileSize: number
  /** No empty category has a page. */
  areListed?: boolean
}

/** Throws a {@link ContentError} if a site is more than one of its hosts takes. */
export function refuseTooLarge(measured: Measured, hosts: readonly Host[], { maxFiles, maxFileSize, areListed = false }: Allowed): void {
  const limits = hosts.flatMap((host) => LIMITS[host] ?? [])
  refuseLargeFile(measured, limits, maxFileSize)
  const { files, bytes, fullest } = measured
  const { name, most } =
    maxFiles > 0
      ? { name: '`maxFiles` allows', most: maxFiles }
      : smallest(limits.map((limit) => ({ name: `${limit.name} takes`, most: limit.files })))
  if (files > most) {
    throw refused(
      `The site has ${number(files)} files, and ${name} ${number(most)}. ${whatTheyAre(measured, most, areListed)} Crawl a part of the service (\`category\`, \`since\`, \`limit\`, fewer \`sizes\`), choose another host, or allow more with \`maxFiles\` if your plan has room. The previous site stays.`,
      maxFiles > 0 ? 'maxFiles' : 'hosting',
    )
  }
  for (const { name, entries = Infinity, bytes: all = Infinity } of limits) {
    if (fullest.entries > entries)
      throw refused(
        `The folder ${fullest.folder} has ${number(fullest.entries)} entries, and ${name} takes ${number(entries)} in one. Crawl a part of the service (\`category\`, \`since\`, \`limit\`), or choose another host. The previous site stays.`,
      )
    if (bytes > all)
      throw refused(
        `The site has ${mib(bytes)}, and ${name} takes ${mib(all)}. ${measured.media > 0 ? 'Show media from elsewhere with `mediaBase`, crawl' : 'Crawl'} with fewer \`sizes\`, with \`media\` pictures, or a part of the service, or choose another host. The previous site stays.`,
      )
  }
}

function refuseLargeFile(
  { largest: { file, bytes } }: Measured,
  limits: readonly (Limits & { name: string })[],
  maxFileSize: number,
): void {
  const { name, most } =
    maxFileSize > 0
      ? { name: '`maxFileSize` allows', most: maxFileSize }
      : smallest(limits.map((limit) => ({ name: `${limit.name} takes`, most: limit.fileBytes })))
  if (bytes <= most) return
  throw refused(
    `${file} has ${mib(bytes)}, and ${name} no file above ${mib(most)}. ${isMediaFile(file) ? 'Show media from elsewhere with `mediaBase`, crawl' : 'Crawl'} with \`media\` pictures, which leaves videos and documents out, choose another host, or allow more with \`maxFileSize\` if your plan has room. The previous site stays.`,
    maxFileSize > 0 ? 'maxFileSize' : 'hosting',
  )
}

/** How many files are of which kind, and what would do without them. */
function whatTheyAre({ files, copies, index, media, categories }: Measured, most: number, areListed: boolean): string {
  const kinds = [`${number(index)} of them are the search index`]
  if (media > 0) {
    const left = files - media
    const enough = left <= most ? `: ${number(left)} would be left` : ''
    kinds.push(`${number(media)} pictures, videos and documents, which \`mediaBase\` shows from another host${enough}`)
  }
  if (categories > 0 && !areListed)
    kinds.push(`${number(categories)} pages of categories, of which \`emptyCategories\` leaves out those with neither guides nor text`)
  if (copies > 0) kinds.push(`${number(copies)} compressed copies, which a build without \`compress\` does not make`)
  const last = kinds.pop() ?? ''
  return `${kinds.length > 0 ? `${kinds.join(', ')}, and ` : ''}${last}.`
}

/** The host that takes the least. */
const smallest = (limits: readonly { name: string; most: number | undefined }[]): { name: string; most: number } =>
  limits.reduce<{ name: string; most: number }>((a, { name, most = Infinity }) => (most < a.most ? { name, most } : a), {
    name: '',
    most: Infinity,
  })

const number = (value: number): string => value.toLocaleString('en-US')
const mib = (bytes: number): string => `${(bytes / MIB).toLocaleString('en-US', { maximumFractionDigits: 1 })} MiB`

const refused = (message: string, option: 'hosting' | 'maxFiles' | 'maxFileSize' = 'hosting'): ContentError =>
  new ContentError(message, { code: 'ERR_HOST_LIMIT', option })
