import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Host } from '../../config/building.ts'
import { ContentError } from '../../errors.ts'
import { API_FOLDER } from '../api.ts'
import { isMediaFile } from '../media.ts'
import type { SiteFiles } from '../overlay.ts'
import { HOST_FORMATS, type Limits } from './hosts.ts'

const MIB = 1024 * 1024
/** The page of a category, in any language. */
const CATEGORY = /^(?:[^/]+\/)?category\/[^/]+\/index\.html$/

/** The size of a site in the terms of hosts' limits: compressed copies of SVGs count as media, pages of categories also as pages. */
export type Measured = Awaited<ReturnType<typeof measure>>

/** Measures a site without its marker, which is written later. */
export async function measure({ at, below }: SiteFiles) {
  const measured = { files: 0, copies: 0, index: 0, media: 0, pages: 0, categories: 0, bytes: 0 }
  let largest = { file: '', bytes: 0 }
  const entries = new Map<string, number>()
  const folders = new Set(['.'])
  for await (const file of below()) {
    const { size } = statSync(at(file))
    measured.files++
    measured.bytes += size
    if (isMediaFile(file)) measured.media++
    else if (/\.(?:br|gz)$/.test(file)) measured.copies++
    else if (file.startsWith('pagefind/')) measured.index++
    else if (file.endsWith('.html')) measured.pages++
    if (CATEGORY.test(file)) measured.categories++
    if (size > largest.bytes) largest = { file, bytes: size }
    for (let path = file; !folders.has(path); path = dirname(path)) {
      if (path !== file) folders.add(path)
      entries.set(dirname(path), (entries.get(dirname(path)) ?? 0) + 1)
    }
  }
  let fullest = { folder: '', entries: 0 }
  for (const [folder, count] of entries) if (count > fullest.entries) fullest = { folder, entries: count }
  return { ...measured, files: measured.files + 1, largest, fullest }
}

/** Limits that an operator sets in place of a host's own; 0 keeps those. */
export interface Allowed {
  maxFiles: number
  maxFileSize: number
  /** True if only categories with content have pages. */
  areListed?: boolean
}

/** Throws a {@link ContentError} if a site exceeds a limit of one of its hosts. */
export function refuseTooLarge(measured: Measured, hosts: readonly Host[], { maxFiles, maxFileSize, areListed = false }: Allowed): void {
  const limits = hosts.flatMap((host) => HOST_FORMATS[host].limits ?? [])
  refuseLargeFile(measured, limits, maxFileSize)
  const { files, bytes, fullest, media } = measured
  const { name, most, option } = limitOf(limits, 'files', 'maxFiles', maxFiles)
  if (files > most) {
    throw refused(
      `The site has ${number(files)} files, and ${name} ${number(most)}. ${whatTheyAre(measured, most, areListed)} Crawl a part of the service (\`category\`, \`since\`, \`limit\`${media > 0 ? ', fewer `sizes`' : ''}), choose another host, or allow more with \`maxFiles\` if your plan has room. The previous site stays.`,
      option,
    )
  }
  for (const { name, entries = Infinity, bytes: all = Infinity } of limits) {
    if (fullest.entries > entries)
      throw refused(
        `The folder ${fullest.folder} has ${number(fullest.entries)} entries, and ${name} takes ${number(entries)} in one. Crawl a part of the service (\`category\`, \`since\`, \`limit\`), or choose another host. The previous site stays.`,
      )
    if (bytes > all)
      throw refused(
        `The site has ${sizes(bytes, all)[0]}, and ${name} takes ${sizes(bytes, all)[1]}. ${media > 0 ? 'Show media from elsewhere with `mediaBase`, crawl' : 'Crawl'} with fewer \`sizes\`, with \`media\` pictures, or a part of the service, or choose another host. The previous site stays.`,
      )
  }
}

function refuseLargeFile({ largest: { file, bytes } }: Measured, limits: readonly Limits[], maxFileSize: number): void {
  const { name, most, option } = limitOf(limits, 'fileBytes', 'maxFileSize', maxFileSize)
  if (bytes <= most) return
  const [has, allowed] = sizes(bytes, most)
  throw refused(
    `${file} has ${has}, and ${name} no file above ${allowed}. ${withoutFile(file)} choose another host, or allow more with \`maxFileSize\` if your plan has room. The previous site stays.`,
    option,
  )
}

/** How to avoid a file, as the beginning of a sentence. */
function withoutFile(file: string): string {
  if (file.startsWith(`${API_FOLDER}/`)) return 'Build without `apiFiles`, which makes it,'
  if (file.startsWith('social/')) return 'Build without `socialPictures`, which makes it,'
  if (!isMediaFile(file)) return 'It is a part of the site itself, not one of its media:'
  const elsewhere = 'Show media from elsewhere with `mediaBase`,'
  return /\.(?:jpe?g|png|gif|webp|avif|heic|bmp|tiff?|svg|ico)$/.test(file)
    ? `${elsewhere} crawl smaller \`sizes\`, or without \`zoomSize\`,`
    : `${elsewhere} crawl with \`media\` pictures, which leaves videos and documents out,`
}

/** The number of files of each kind, how to avoid them, and how many would remain. */
function whatTheyAre(measured: Measured, most: number, areListed: boolean): string {
  const { copies, index, media, pages, categories } = measured
  const kinds = [`${number(index)} of them are the search index`]
  const thinned = areListed ? '' : ', of which `emptyCategories` listed leaves out those with neither guides nor text'
  kinds.push(`${number(pages)} pages${categories > 0 ? ` (${number(categories)} of them of categories${thinned})` : ''}`)
  if (media > 0) kinds.push(`${number(media)} pictures, videos and documents, which \`mediaBase\` shows from another host`)
  if (copies > 0) kinds.push(`${number(copies)} compressed copies, which a build without \`compress\` does not make`)
  const last = kinds.pop() ?? ''
  return `${kinds.join(', ')}, and ${last}.${whatIsLeft(measured, most)}`
}

/** The number of files that remain without each optional kind, and without all of them. */
function whatIsLeft({ files, media, copies }: Measured, most: number): string {
  const kinds = { 'these media': media, 'compressed copies': copies, both: media > 0 && copies > 0 ? media + copies : 0 }
  const optional = Object.entries(kinds).filter(([, count]) => count > 0)
  const left = optional.map(([name, count]) => {
    const rest = files - count
    return `${number(rest)} without ${name}${rest > most ? `, still ${number(rest - most)} too many` : ''}`
  })
  return left.length > 0 ? ` There would be ${left.join('; ')}.` : ''
}

/** The lowest limit of the hosts, or the operator's own in their place; `name` begins a sentence, and `option` changes it. */
function limitOf(limits: readonly Limits[], key: 'files' | 'fileBytes', option: 'maxFiles' | 'maxFileSize', own: number) {
  if (own > 0) return { name: `\`${option}\` allows`, most: own, option }
  const most = Math.min(...limits.map((limit) => limit[key] ?? Infinity))
  return { name: `${limits.find((limit) => limit[key] === most)?.name ?? ''} takes`, most, option: 'target' as const }
}

const number = (value: number): string => value.toLocaleString('en-US')

const UNITS = Object.entries({ bytes: 1, kB: 1e3, MB: 1e6, GB: 1e9 })

/** A size and the lower limit, in the unit in which the limit is a round number: hosts use MiB, people MB. */
function sizes(bytes: number, most: number): [string, string] {
  const [unit, size] = most % MIB === 0 ? ['MiB', MIB] : (UNITS.findLast(([, size]) => most >= size) ?? ['bytes', 1])
  const inUnit = (value: number, roundingMode: 'ceil' | 'floor') =>
    `${(value / size).toLocaleString('en-US', { maximumFractionDigits: size === 1 ? 0 : 1, roundingMode })} ${unit}`
  return [inUnit(bytes, 'ceil'), inUnit(most, 'floor')]
}

const refused = (message: string, option: 'target' | 'maxFiles' | 'maxFileSize' = 'target'): ContentError =>
  new ContentError(message, { code: 'ERR_HOST_LIMIT', option })
