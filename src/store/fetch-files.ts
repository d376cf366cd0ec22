import { hash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { writePart } from '../disk/atomic.ts'
import { eachOf } from '../disk/each-of.ts'
import { refuseFullDisk } from '../disk/free-space.ts'
import type { StoreClient } from './client.ts'
import type { Entry } from './listing.ts'
import { damaged, getBytes, getFile, keyOf } from './objects.ts'
import { isAs } from './working-copy.ts'

const AT_ONCE = 8
/** A pack has at most 8 MiB, plus one small file. */
const MAX_PACK_BYTES = 16 * 1024 * 1024

/** Fetches files into a folder; files from an interrupted pull are not fetched again. */
export async function fetchFiles(store: StoreClient, folder: string, wanted: ReadonlyMap<string, Entry>): Promise<void> {
  const byPack = new Map<string, [string, Entry][]>()
  const alone: [string, Entry][] = []
  for (const file of wanted) {
    const [path, { pack }] = file
    if (isAs(folder, path, file[1])) continue
    if (pack === undefined) alone.push(file)
    else byPack.set(pack, [...(byPack.get(pack) ?? []), file])
  }
  const announced = [...alone, ...[...byPack.values()].flat()].reduce((bytes, [, { size }]) => bytes + size, 0)
  await refuseFullDisk(dirname(folder), announced)
  await eachOf(alone, AT_ONCE, async ([path, entry]) => getFile(store, entry, join(folder, path)))
  await eachOf(byPack, AT_ONCE, async ([pack, files]) => {
    const bytes = unpacked(store, pack, await getBytes(store, 'packs', pack, MAX_PACK_BYTES))
    for (const [path, { sha256, size, offset = 0 }] of files) {
      const content = bytes.subarray(offset, offset + size)
      if (hash('sha256', content) !== sha256) throw damaged(store, keyOf('packs', pack), `does not hold ${path} as the index has it`)
      writePart(join(folder, path), content)
    }
  })
}

function unpacked(store: StoreClient, pack: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_PACK_BYTES })
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw damaged(store, keyOf('packs', pack), 'is no pack of Benchbook')
    throw error
  }
}
