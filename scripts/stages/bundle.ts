import { join, resolve } from 'node:path'
import { type Delta, writeDelta } from '../../src/bundle/delta/write-delta.ts'
import { checkedSince } from '../../src/bundle/delta/since.ts'
import { describe, originalAddresses } from '../../src/bundle/describe.ts'
import { refusedNames } from '../../src/bundle/windows-names.ts'
import { type CrowdedFolder, crowdedFolders, FAT32_ENTRIES } from '../../src/bundle/fat32.ts'
import { writeExcerpt } from '../../src/bundle/excerpt.ts'
import { languageFolder, oneGuideOf, type PackedGuides, writeOneFile } from '../../src/bundle/one-file.ts'
import { packSite, type Packed } from '../../src/bundle/pack.ts'
import { findIndexer } from '../../src/bundle/zim/full-text.ts'
import { signerOf } from '../../src/bundle/sign.ts'
import { openWorkspace, type Workspace } from '../../src/bundle/workspace.ts'
import type { Manifest } from '../../src/cache/layout.ts'
import { type CacheReader, openCache } from '../../src/cache/reader.ts'
import { userCwd } from '../../src/config.ts'
import type { Config } from '../../src/config/options.ts'
import { UsageError } from '../../src/errors.ts'
import { PRODUCT } from '../../src/product.ts'
import { fileListOf } from '../../src/publish/file-list.ts'
import { showLive } from '../terminal/live.ts'
import { bytesInWords, countOf } from '../terminal/words.ts'
import { build, type BuildReport } from './build.ts'
import { type Outcome, print } from './outcome.ts'

export interface BundleReport extends Partial<Packed & PackedGuides> {
  format: Config['format']
  path: string
  /** What brings the bundle of `since` up to date. */
  delta?: Delta
  /** The file of the signature. */
  signature?: string
  /** Folders that a USB stick with FAT32 has no room for. */
  crowded?: CrowdedFolder[]
  /** Files and folders that cannot be unpacked on Windows. */
  refused?: string[]
  build: BuildReport
}

/** Makes a bundle of a cache, or of a part of it. */
export async function bundle(config: Config, signal: AbortSignal): Promise<Outcome<BundleReport>> {
  const { format } = config
  const path = pathOf(config)
  const sign = config.sign ? signerOf(config.sign) : undefined
  const since = config.since ? checkedSince(resolve(userCwd(), config.since), path, format) : undefined
  const oneGuide = oneGuideOf(config)
  if (config.fullText) await checkFullText(format)
  const workspace = await openWorkspace(path)
  try {
    const cache = await openCache(config.cache)
    if (oneGuide) languageFolder(cache.manifest, config.lang)
    const { manifest, folder } = await contentOf(cache, { ...config, ...oneGuide }, workspace, signal)
    const site = format === 'folder' ? path : workspace.site
    const { exitCode, report } = await build(
      {
        ...config,
        hosting: [],
        compress: false,
        maxFiles: 0,
        socialPictures: false,
        cache: folder,
        out: site,
        base: '/',
        app: false,
        links: format === 'html' ? 'root' : 'relative',
        quiet: true,
      },
      signal,
    )
    const crowded = format === 'folder' || format === 'zip' ? await crowdedFolders(site) : []
    const refused = format === 'folder' || format === 'zip' ? await refusedNames(site) : []
    const { index } = workspace
    const packed = format === 'folder' ? undefined : await pack({ cache, manifest, site, path, format, index }, config, signal)
    const delta = since && packed && (await writeDelta({ ...since, to: packed, maxBytes: config.maxSize }, signal))
    if (delta) await sign?.(delta.path)
    const signature = await sign?.(packed ? path : fileListOf(path))
    print(
      [
        `Made ${path}: ${contents(packed, report)}, ${bytesInWords(packed?.bytes ?? report.bytes)}.`,
        packed ? `SHA-256 ${packed.sha256}` : `The SHA-256 of each file is in ${fileListOf(path)}.`,
        ...(delta ? [deltaLine(delta, config.since)] : []),
        ...(signature ? [`Signed in ${signature}.`] : []),
        ...crowded.map(crowdedLine),
        ...refused.map(refusedLine),
      ],
      config,
    )
    const more = {
      ...(delta && { delta }),
      ...(signature && { signature }),
      ...(crowded.length > 0 && { crowded }),
      ...(refused.length > 0 && { refused }),
    }
    return { exitCode, report: { ...packed, format, path, ...more, build: report } }
  } finally {
    await workspace.remove()
  }
}

const crowdedLine = ({ folder, entries }: CrowdedFolder): string =>
  `The folder ${folder} needs ${entries} entries, and FAT32, on many USB sticks, has room for ${FAT32_ENTRIES}: unpack it on a stick with exFAT, or choose a part with --category.`

const refusedLine = (path: string): string =>
  `Windows takes no file or folder with the name of ${path}: give your own page or picture another one.`

function deltaLine({ path, bytes, added, changed, removed }: Delta, since: string): string {
  const files = added === undefined ? '' : `: ${countOf(added, 'file')} added, ${changed} changed, ${removed} removed`
  return `Made ${path}, ${bytesInWords(bytes)}, which brings ${since} up to date${files}.`
}

function contents(packed: Packed | PackedGuides | undefined, { pages, files }: BuildReport): string {
  if (packed && 'guides' in packed) return `${countOf(packed.guides, 'guide')} with ${countOf(packed.pictures, 'picture')}`
  return `${countOf(pages, 'page')} in ${countOf(packed?.files ?? files, 'file')}`
}

/** The cache that the bundle is made of: all of it, or a part in a folder of its own. */
async function contentOf(
  cache: CacheReader,
  config: Config,
  { cache: to }: Workspace,
  signal: AbortSignal,
): Promise<{ manifest: Manifest; folder: string }> {
  if (config.category === '' && config.lang.length === 0 && config.guide.length === 0)
    return { manifest: cache.manifest, folder: config.cache }
  return { manifest: await writeExcerpt(cache, { from: config.cache, to }, config, signal), folder: to }
}

interface Made {
  cache: CacheReader
  manifest: Manifest
  site: string
  path: string
  format: 'zip' | 'zim' | 'html'
  index: string
}

async function pack(
  { cache, manifest, format, index, ...made }: Made,
  config: Config,
  signal: AbortSignal,
): Promise<Packed | PackedGuides> {
  if (format === 'html') return writeOneFile(made, config, manifest)
  const about = describe(manifest, { ...config, product: PRODUCT })
  const redirects = format === 'zim' ? await originalAddresses(cache) : []
  let line = 'Packing'
  const live = showLive({ block: () => [line], line: () => line }, config.quiet || config.json)
  const onProgress = ({ doneBytes, knownBytes }: { doneBytes: number; knownBytes: number }) =>
    (line = `Packing: ${bytesInWords(doneBytes)} of ${bytesInWords(knownBytes)}`)
  const illustration = /\.(?:png|jpe?g|webp)$/i.test(config.logo) ? config.logo : join(made.site, 'apple-touch-icon.png')
  const more = config.fullText ? { indexFolder: index } : {}
  return packSite({ ...made, ...more, format, illustration, maxBytes: config.maxSize, about, redirects }, { signal, onProgress }).finally(
    live.stop,
  )
}

/** Throws a {@link UsageError} for a bundle that has no reader of its own, a SystemError where the program is missing. */
async function checkFullText(format: Config['format']): Promise<void> {
  if (format === 'zim') return findIndexer()
  throw new UsageError(
    `\`fullText\` is for a ZIM archive, and \`format\` is ${format}: it has its own search. Choose the \`format\` zim, or leave out \`fullText\`.`,
    {
      code: 'ERR_OPTION',
      option: 'fullText',
    },
  )
}

/** Throws a {@link UsageError} for a file that is named as one of another format. */
function pathOf({ format, out }: Config): string {
  const other = ['zip', 'zim'].find((one) => one !== format && out.endsWith(`.${one}`))
  if (other)
    throw new UsageError(
      `${out} is named as a ${other} file, and \`format\` is ${format}. Choose \`format\` ${other}, or another \`out\`.`,
      {
        code: 'ERR_OPTION',
        option: 'out',
      },
    )
  return format === 'folder' || out.endsWith(`.${format}`) ? out : `${out}.${format}`
}
