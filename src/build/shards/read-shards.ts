import { basename, dirname } from 'node:path'
import { UsageError } from '../../errors.ts'
import { type FileHashes, readFileList } from '../../publish/file-list.ts'
import { type Marker, readMarker } from '../../publish/marker.ts'
import type { Inputs } from '../inputs.ts'
import { type Shard, shardOf } from './shard.ts'

/** A finished shard. */
export interface MadeShard extends Shard {
  folder: string
  hashes: FileHashes
}

/** The inputs of a shard, stored in its marker: a merge accepts shards with the same inputs as its own. */
export const claimOf = (part: string, { pages, content }: Pick<Inputs, 'pages' | 'content'>) => ({ part, pages, content })

/** The inputs of a site that is divided. Throws a {@link UsageError} if they cannot be determined. */
export function divisible(inputs: Inputs | undefined): Inputs {
  if (inputs) return inputs
  throw refused(
    'A site cannot be built in shards where its dependencies are not known: with components of your own, or from a cache that has lost content. Build it as a whole.',
  )
}

/**
 * The shards in these folders, complete and without duplicates, ordered by number. Throws a {@link UsageError} for any that belongs to
 * another site or version.
 */
export async function readShards(folders: readonly string[], product: string, inputs: Inputs): Promise<MadeShard[]> {
  const shards = new Map<number, MadeShard>()
  for (const folder of folders) {
    const marker = await readMarker(folder)
    const shard = shardOf(marker?.shard?.part ?? '')
    if (!marker?.shard || !shard) throw refused(`${folder} is no shard of a site, as a build with \`shard\` makes it.`, folder)
    const of = [...shards.values()][0]?.of ?? shard.of
    const twin = shards.get(shard.number)
    if (of !== shard.of) throw refused(`${folder} is one of ${shard.of} shards, and the others are of ${of}.`, folder)
    if (twin?.folder === folder) throw refused(`${folder} is named twice.`, folder)
    if (twin) throw refused(`${twin.folder} and ${folder} are the same shard, ${marker.shard.part}.`, folder)
    refuseOther(folder, marker, marker.shard, product, inputs)
    const list = await readFileList(folder)
    if (typeof list !== 'object')
      throw refused(
        `The list of files ${basename(folder)}.sha256 is missing beside ${folder}, or belongs to another build. ${AGAIN}`,
        folder,
      )
    shards.set(shard.number, { ...shard, folder, hashes: list.hashes })
  }
  const all = [...shards.values()].sort((a, b) => a.number - b.number)
  const of = all[0]?.of ?? 0
  const missing = Array.from({ length: of }, (_, at) => at + 1).filter((number) => !shards.has(number))
  if (missing.length > 0)
    throw refused(`${missing.length > 1 ? 'Shards' : 'Shard'} ${missing.join(', ')} of ${of} ${missing.length > 1 ? 'are' : 'is'} missing.`)
  return all
}

function refuseOther(folder: string, marker: Marker, shard: NonNullable<Marker['shard']>, product: string, inputs: Inputs): void {
  if (marker.product !== product) throw refused(`${folder} was built by ${marker.product}, and this is ${product}. ${AGAIN}`, folder)
  if (shard.pages !== inputs.pages)
    throw refused(`${folder} was built with other options, files of yours, packages or another Node than this merge has. ${AGAIN}`, folder)
  if (shard.content !== inputs.content) throw refused(`${folder} was built from another crawl than the one in \`cache\`. ${AGAIN}`, folder)
}

/** Throws a {@link UsageError} if a shard would replace a whole site. */
export async function refuseWholeSite(out: string): Promise<void> {
  const marker = await readMarker(out)
  if (marker && !marker.shard)
    throw new UsageError(`There is a whole site in ${out}, which a shard would replace. Name another folder with \`out\`.`, {
      code: 'ERR_SHARD',
      option: 'out',
      path: out,
    })
}

/** Throws a {@link UsageError} if a merge would replace a shard, or write into one, which would break its next build. */
export async function refuseShard(out: string): Promise<void> {
  for (let folder = out; ; folder = dirname(folder)) {
    if ((await readMarker(folder))?.shard)
      throw new UsageError(
        `${folder} is a shard, and a merge does not write into one. Name another folder with \`out\`. Nothing is replaced.`,
        { code: 'ERR_SHARD', option: 'out', path: out },
      )
    if (folder === dirname(folder)) return
  }
}

export const damaged = (folder: string, file: string): UsageError =>
  refused(`${file} in the shard ${folder} is missing, or not what its build wrote. ${AGAIN}`, folder)

const AGAIN = 'Build that shard again.'

const refused = (message: string, path?: string): UsageError =>
  new UsageError(`${message} Nothing is replaced.`, { code: 'ERR_SHARD', option: 'shard', ...(path !== undefined && { path }) })
