import { join, resolve } from 'node:path'
import type { BuildStage } from '../build/stage-clock.ts'
import { type Delta, writeDelta, checkedUpdate } from '../bundle/delta/write-delta.ts'
import { describe, pagesOfRecords } from '../bundle/describe.ts'
import { writeExcerpt } from '../bundle/excerpt.ts'
import { type CrowdedFolder, unfitForDisks } from '../bundle/other-disks.ts'
import { languageFolder, oneGuideOf, type PackedGuides, writeOneFile } from '../bundle/one-file.ts'
import { packSite, type Packed } from '../bundle/pack.ts'
import { signerOf } from '../bundle/sign.ts'
import { refuseUnmanagedSum } from '../bundle/bundle-file.ts'
import { openWorkspace, type Workspace } from '../bundle/workspace.ts'
import { findIndexer } from '../bundle/zim/full-text.ts'
import type { Manifest } from '../cache/layout.ts'
import { type CacheReader, openCache } from '../cache/reader.ts'
import type { Config } from '../config/options.ts'
import { UsageError } from '../errors.ts'
import { PRODUCT } from '../product.ts'
import { fileListOf } from '../publish/file-list.ts'

export interface BundleHooks {
  /** Stops the work: nothing of the bundle is left, and an earlier one is kept. */
  signal?: AbortSignal
  /** A problem that does not stop the work, as a sentence. */
  onWarning?: (warning: string) => void
  /** `done` and `known` are bytes while the site is packed, and otherwise what {@link BuildStage} counts. */
  onProgress?: (progress: { stage: BuildStage | 'packing'; done: number; known?: number }) => void
}

/** The result of a bundle: for a single file its length, digest and content; `built` is the result of building its site. */
export interface Bundled<Built> extends Partial<Packed & PackedGuides> {
  format: Config['format']
  path: string
  /** The delta that updates the bundle of `update`. */
  delta?: Delta
  /** The file of the signature. */
  signature?: string
  /** Folders that are too large for a USB stick with FAT32. */
  crowded?: CrowdedFolder[]
  /** Files and folders that cannot be unpacked on Windows. */
  refused?: string[]
  built: Built
}

/** Makes a bundle of a cache, or of a part of it. `build` builds its site. */
export async function bundleSite<Built>(
  config: Config,
  build: (config: Config) => Promise<Built>,
  { signal, onProgress }: BundleHooks,
): Promise<Bundled<Built>> {
  const { format } = config
  const path = pathOf(config)
  const sign = config.sign ? signerOf(config.sign) : undefined
  const earlier = config.update ? checkedUpdate(resolve(config.update), path, format) : undefined
  const oneGuide = oneGuideOf(config)
  if (config.fullText) await checkFullText(format)
  if (format !== 'folder') refuseUnmanagedSum(path)
  const workspace = await openWorkspace(path)
  try {
    const cache = await openCache(config.cache)
    if (oneGuide) languageFolder(cache.manifest, config.lang)
    const { manifest, folder } = await contentOf(cache, { ...config, ...oneGuide }, workspace, signal)
    const site = format === 'folder' ? path : workspace.site
    const built = await build(siteIn(config, folder, site))
    const isUnpacked = format === 'folder' || format === 'zip'
    const { crowded, refused } = isUnpacked ? await unfitForDisks(site) : { crowded: [], refused: [] }
    const { index, part } = workspace
    const hooks = { ...(signal && { signal }), ...(onProgress && { onProgress }) }
    const packed = format === 'folder' ? undefined : await pack({ cache, manifest, site, path, format, index, part }, config, hooks)
    const delta =
      earlier && packed && (await writeDelta({ ...earlier, to: packed, maxBytes: config.maxSize, part: workspace.deltaPart }, signal))
    if (delta) await sign?.(delta.path)
    const signature = await sign?.(packed ? path : fileListOf(path))
    return {
      ...packed,
      format,
      path,
      ...(delta && { delta }),
      ...(signature && { signature }),
      ...(crowded.length > 0 && { crowded }),
      ...(refused.length > 0 && { refused }),
      built,
    }
  } finally {
    await workspace.remove()
  }
}

/** The configuration of a bundle's site: for no host, with relative links, except for a guide as one file, which is made from its pages. */
const siteIn = (config: Config, cache: string, out: string): Config => ({
  ...config,
  shard: '',
  target: [],
  compress: false,
  maxFiles: 0,
  maxFileSize: 0,
  mediaBase: '',
  socialPictures: false,
  cache,
  out,
  app: false,
  ...(config.format === 'html' ? { base: '/', links: 'root' } : { links: 'relative' }),
  quiet: true,
})

/** The cache of the bundle: all of it, or a part in a folder of its own. */
async function contentOf(
  cache: CacheReader,
  config: Config,
  { cache: to }: Workspace,
  signal: AbortSignal | undefined,
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
  part: string
}

async function pack(
  { cache, manifest, format, index, ...made }: Made,
  config: Config,
  { signal, onProgress }: Pick<BundleHooks, 'signal' | 'onProgress'>,
): Promise<Packed | PackedGuides> {
  if (format === 'html') return writeOneFile(made, { ...config, site: config.site && config.site + config.base }, manifest)
  const about = describe(manifest, { ...config, product: PRODUCT })
  const pages = format === 'zim' ? await pagesOfRecords(cache) : undefined
  const illustration = /\.(?:png|jpe?g|webp)$/i.test(config.logo) ? config.logo : join(made.site, 'apple-touch-icon.png')
  const more = config.fullText ? { indexFolder: index } : {}
  return packSite(
    { ...made, ...more, format, illustration, maxBytes: config.maxSize, about, ...pages },
    {
      ...(signal && { signal }),
      onProgress: ({ doneBytes, knownBytes }) => onProgress?.({ stage: 'packing', done: doneBytes, known: knownBytes }),
    },
  )
}

/** Throws a {@link UsageError} for a format other than zim, a SystemError if the index program is missing. */
async function checkFullText(format: Config['format']): Promise<void> {
  if (format === 'zim') return findIndexer()
  throw new UsageError(
    `\`fullText\` is for a ZIM archive, and \`format\` is ${format}: it has its own search. Choose the \`format\` zim, or leave out \`fullText\`.`,
    { code: 'ERR_OPTION', option: 'fullText' },
  )
}

/** Throws a {@link UsageError} for a file name with another format's extension. */
function pathOf({ format, bundleOut: out }: Config): string {
  const other = ['zip', 'zim'].find((one) => one !== format && out.endsWith(`.${one}`))
  if (other)
    throw new UsageError(
      `${out} is named as a ${other} file, and \`format\` is ${format}. Choose \`format\` ${other}, or another \`out\`.`,
      { code: 'ERR_OPTION', option: 'out' },
    )
  return format === 'folder' || out.endsWith(`.${format}`) ? out : `${out}.${format}`
}
