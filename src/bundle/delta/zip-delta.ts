import { damaged, type InputFile, inTurns } from '../input-file.ts'
import type { OutputFile } from '../output-file.ts'
import type { ZipEntry } from '../zip/records.ts'
import { packedPieces, readDirectory } from '../zip/zip-reader.ts'
import { zipWriter } from '../zip/zip-writer.ts'
import { type DeltaDescription, FOLDER, type Step, addStep } from './description.ts'

/**
 * Compares two archives by the compressed bytes of their files: `news` are those that the old one lacks, or has with other content, and
 * `removed` the paths that only the old one has.
 */
export async function compareZips(old: InputFile, next: InputFile, signal?: AbortSignal) {
  const before = new Map(readDirectory(old).entries.map((entry, number) => [entry.path, { entry, number }]))
  const [steps, news]: [Step[], ZipEntry[]] = [[], []]
  let added = 0
  for await (const entry of inTurns(readDirectory(next).entries, signal)) {
    const was = before.get(entry.path)
    if (was && isAlike(was.entry, entry) && sameBytes(packedPieces(old, was.entry), packedPieces(next, entry)))
      addStep(steps, 'old', [was.number])
    else {
      addStep(steps, 'delta', [news.length])
      news.push(entry)
      if (!was) added++
    }
    before.delete(entry.path)
  }
  return { steps, news, added, removed: [...before.keys()] }
}

const isAlike = (a: ZipEntry, b: ZipEntry): boolean =>
  a.crc32 === b.crc32 && a.bytes === b.bytes && a.packedBytes === b.packedBytes && a.isDeflated === b.isDeflated

function sameBytes(a: Generator<Buffer>, b: Generator<Buffer>): boolean {
  for (const piece of a) {
    const other = b.next()
    if (other.done || !other.value.equals(piece)) return false
  }
  return true
}

/** Rebuilds an archive from an old one and a delta: compressed files are copied, the headers around them are written again. */
export async function rebuildZip(
  file: OutputFile,
  old: InputFile,
  delta: InputFile,
  { steps, to }: DeltaDescription,
  signal?: AbortSignal,
) {
  const news = readDirectory(delta).entries.filter(({ path }) => !path.startsWith(FOLDER))
  const entries = { old: readDirectory(old).entries, delta: news, lists: [] }
  const files = { old, delta, lists: delta }
  const writer = zipWriter(file, new Date(to.date))
  for (const [from, first, count] of steps) {
    if (first + count > entries[from].length) throw damaged(delta.path)
    const chosen = entries[from].slice(first, first + count)
    for await (const entry of inTurns(chosen, signal)) writer.addPacked(entry, packedPieces(files[from], entry))
  }
  writer.end()
}
