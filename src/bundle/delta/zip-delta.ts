import { setImmediate } from 'node:timers/promises'
import { damaged, type InputFile } from '../input-file.ts'
import type { OutputFile } from '../output-file.ts'
import type { ZipEntry } from '../zip/records.ts'
import { packedPieces, readDirectory } from '../zip/zip-reader.ts'
import { ZipWriter } from '../zip/zip-writer.ts'
import { type DeltaDescription, FOLDER, type Step, addStep } from './description.ts'

/** The differences between two archives. */
export interface ZipChanges {
  steps: Step[]
  /** Files of the new archive that the old one lacks, or has with other content. */
  news: ZipEntry[]
  added: number
  /** Paths that only the old archive has. */
  removed: string[]
}

/** Compares two archives by the compressed bytes of their files. */
export async function compareZips(old: InputFile, next: InputFile, signal?: AbortSignal): Promise<ZipChanges> {
  const before = new Map(readDirectory(old).entries.map((entry, number) => [entry.path, { entry, number }]))
  const changes: ZipChanges = { steps: [], news: [], added: 0, removed: [] }
  for (const entry of readDirectory(next).entries) {
    await setImmediate()
    signal?.throwIfAborted()
    const was = before.get(entry.path)
    if (was && isAlike(was.entry, entry) && sameBytes(packedPieces(old, was.entry), packedPieces(next, entry)))
      addStep(changes.steps, 'old', [was.number])
    else {
      addStep(changes.steps, 'delta', [changes.news.length])
      changes.news.push(entry)
      if (!was) changes.added++
    }
    before.delete(entry.path)
  }
  return { ...changes, removed: [...before.keys()] }
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
  { old, delta }: { old: InputFile; delta: InputFile },
  { steps, to }: DeltaDescription,
  signal?: AbortSignal,
): Promise<void> {
  const entries = {
    old: readDirectory(old).entries,
    delta: readDirectory(delta).entries.filter(({ path }) => !path.startsWith(FOLDER)),
    lists: [],
  }
  const files = { old, delta, lists: delta }
  const writer = new ZipWriter(file, new Date(to.date))
  for (const [from, first, count] of steps) {
    if (first + count > entries[from].length) throw damaged(delta.path)
    for (const entry of entries[from].slice(first, first + count)) {
      await setImmediate()
      signal?.throwIfAborted()
      writer.addPacked(entry, packedPieces(files[from], entry))
    }
  }
  writer.end()
}
