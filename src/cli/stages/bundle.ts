import type { Delta } from '../../bundle/delta/write-delta.ts'
import type { PackedGuides } from '../../bundle/one-file.ts'
import type { CrowdedFolder } from '../../bundle/other-disks.ts'
import type { Config } from '../../config/options.ts'
import { type BundleHooks, bundleSite } from '../../library/bundle-site.ts'
import { fileListOf } from '../../publish/file-list.ts'
import { FOLDER_LIMITS } from '../../routes/crowded.ts'
import { showLive } from '../terminal/live.ts'
import { bytesInWords, countOf, percentOf } from '../terminal/words.ts'
import { build, type BuildReport } from './build.ts'
import { print } from './outcome.ts'

/** Makes a bundle of a cache, or of a part of it, and reports the result. */
export async function bundle(config: Config, signal: AbortSignal) {
  let line = 'Packing'
  let live: ReturnType<typeof showLive> | undefined
  const onProgress: BundleHooks['onProgress'] = ({ done, known = 0 }) => {
    line = `Packing: ${bytesInWords(done)} of ${bytesInWords(known)}${percentOf(done, known)}`
    live ??= showLive({ line: () => line }, config.quiet || config.json)
  }
  const made = await bundleSite(config, (site) => build(site, signal), { signal, onProgress }).finally(() => live?.stop())
  const { built, ...bundled } = made
  const { exitCode, report } = built
  const { path, sha256, bytes = report.bytes, delta, signature, crowded = [], refused = [] } = bundled
  print(
    [
      `Made ${path}: ${contents(bundled, report)}, ${bytesInWords(bytes)}.`,
      sha256 === undefined ? `The SHA-256 of each file is in ${fileListOf(path)}.` : `SHA-256 ${sha256}`,
      ...(delta ? [deltaLine(delta, config.update)] : []),
      ...(signature ? [`Signed in ${signature}.`] : []),
      ...crowded.map(crowdedLine),
      ...refused.map(refusedLine),
    ],
    config,
  )
  return { exitCode, report: { ...bundled, build: report } }
}

const crowdedLine = ({ folder, entries }: CrowdedFolder): string =>
  `The folder ${folder} needs ${entries} entries, and FAT32, on many USB sticks, has room for ${FOLDER_LIMITS.entries}: unpack it on a stick with exFAT, or choose a part with --category.`

const refusedLine = (path: string): string =>
  `Windows takes no file or folder with the name of ${path}: give your own page or picture another one.`

function deltaLine({ path, bytes, added, changed, removed }: Delta, earlier: string): string {
  const files = added === undefined ? '' : `: ${countOf(added, 'file')} added, ${changed} changed, ${removed} removed`
  return `Made ${path}, ${bytesInWords(bytes)}, which brings ${earlier} up to date${files}.`
}

function contents({ guides, pictures = 0, files }: Partial<PackedGuides>, build: BuildReport): string {
  if (guides !== undefined) return `${countOf(guides, 'guide')} with ${countOf(pictures, 'picture')}`
  return `${countOf(build.pages, 'page')} in ${countOf(files ?? build.files, 'file')}`
}
