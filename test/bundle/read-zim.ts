import { createHash } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'

/** Reads a ZIM archive according to the format's specification (https://wiki.openzim.org/wiki/ZIM_file_format). */
export function readZim(zim: Buffer) {
  const at64 = (at: number) => Number(zim.readBigUInt64LE(at))
  if (zim.readUInt32LE(0) !== 72_173_914 || zim.readUInt16LE(4) !== 6) throw new Error('Not a ZIM file of version 6.')
  const [count, clusterCount] = [zim.readUInt32LE(24), zim.readUInt32LE(28)]
  const [paths, clusterPointers, mimes, checksum] = [at64(32), at64(48), at64(56), at64(72)]
  const types = textsAt(zim, mimes)
  const starts = Array.from({ length: clusterCount }, (_, number) => at64(clusterPointers + 8 * number))
  const clusters = starts.map((start, number) => zim.subarray(start, starts[number + 1] ?? clusterPointers))
  const blobs = clusters.map(blobsOf)
  const raw = Array.from({ length: count }, (_, number) => entryAt(zim, at64(paths + 8 * number)))
  const entries = raw.map(({ mime, cluster, blob, target, ...entry }) =>
    target === undefined
      ? { ...entry, mime: types[mime] ?? 'none', bytes: blobs[cluster]?.[blob] ?? Buffer.from('missing'), cluster, leadsTo: undefined }
      : { ...entry, mime: '', bytes: Buffer.alloc(0), cluster, leadsTo: raw[target]?.name ?? 'nothing' },
  )
  return {
    entries,
    mainPage: entries[zim.readUInt32LE(64)],
    uuid: zim.toString('hex', 8, 24),
    /** As stored in the file. */
    clusters,
    isWhole: createHash('md5').update(zim.subarray(0, checksum)).digest().equals(zim.subarray(checksum)),
  }
}

function textsAt(zim: Buffer, start: number): string[] {
  const texts: string[] = []
  for (let at = start; zim[at] !== 0;) {
    const end = zim.indexOf(0, at)
    texts.push(zim.toString('utf8', at, end))
    at = end + 1
  }
  return texts
}

/** Named like `C/index.html`; `target` is the number of a redirect's target. */
function entryAt(zim: Buffer, at: number) {
  const mime = zim.readUInt16LE(at)
  const isRedirect = mime === 0xffff
  const path = at + (isRedirect ? 12 : 16)
  const pathEnd = zim.indexOf(0, path)
  const title = zim.toString('utf8', pathEnd + 1, zim.indexOf(0, pathEnd + 1))
  const names = { name: `${zim.toString('latin1', at + 3, at + 4)}/${zim.toString('utf8', path, pathEnd)}`, title }
  if (isRedirect) return { ...names, mime, cluster: -1, blob: -1, target: zim.readUInt32LE(at + 8) }
  return { ...names, mime, cluster: zim.readUInt32LE(at + 8), blob: zim.readUInt32LE(at + 12), target: undefined }
}

function blobsOf(cluster: Buffer): Buffer[] {
  const [kind = 0] = cluster
  const data = (kind & 15) === 5 ? zstdDecompressSync(cluster.subarray(1)) : cluster.subarray(1)
  const width = kind & 16 ? 8 : 4
  const offset = (number: number) => (width === 8 ? Number(data.readBigUInt64LE(8 * number)) : data.readUInt32LE(4 * number))
  const count = offset(0) / width - 1
  return Array.from({ length: count }, (_, number) => data.subarray(offset(number), offset(number + 1)))
}
