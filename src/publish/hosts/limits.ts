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

/** Throws a {@link ContentError} if a site is more than one of its hosts takes. `maxFiles` stands for the hosts' own number of files, unless it is 0; `areListed` where no empty category has a page. */
export function refuseTooLarge(measured: Measured, hosts: readonly Host[], maxFiles: number, areListed = false): void {
  const limits = hosts.flatMap((host) => LIMITS[host] ?? [])
  const { files, bytes, largest, fullest } = measured
  const most = maxFiles > 0 ? { name: '`maxFiles`', files: maxFiles } : smallest(limits)
  if (most && files > most.files) {
    throw refused(
      `The site has ${number(files)} files, and ${most.name} ${maxFiles > 0 ? 'allows' : 'takes'} ${number(most.files)}. ${whatTheyAre(measured, most.files, areListed)} Crawl a part of the service (\`category\`, \`since\`, \`limit\`, fewer \`sizes\`), choose another host, or allow more with \`maxFiles\` if your plan has room. The previous site stays.`,
      maxFiles > 0 ? 'maxFiles' : 'hosting',
    )
  }
  for (const { name, fileBytes = Infinity, entries = Infinity, bytes: all = Infinity } of limits) {
    if (largest.bytes > fileBytes)
      throw refused(
        `${largest.file} has ${mib(largest.bytes)}, and ${name} takes no file above ${mib(fileBytes)}. ${isMediaFile(largest.file) ? 'Show media from elsewhere with `mediaBase`, crawl' : 'Crawl'} with \`media\` pictures, which leaves videos and documents out, or choose another host. The previous site stays.`,
      )
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

/** The host that takes the fewest files. */
const smallest = (limits: readonly (Limits & { name: string })[]): { name: string; files: number } | undefined =>
  limits.flatMap(({ name, files }) => (files === undefined ? [] : [{ name, files }])).sort((a, b) => a.files - b.files)[0]

const number = (value: number): string => value.toLocaleString('en-US')
const mib = (bytes: number): string => `${(bytes / MIB).toLocaleString('en-US', { maximumFractionDigits: 1 })} MiB`

const refused = (message: string, option: 'hosting' | 'maxFiles' = 'hosting'): ContentError =>
  new ContentError(message, { code: 'ERR_HOST_LIMIT', option })
