import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { FileFormat } from '../format.ts'
import { InputFile } from '../input-file.ts'
import { OutputFile } from '../output-file.ts'
import { metadataText } from '../zim/zim-reader.ts'
import { dateOfDosTime } from '../zip/records.ts'
import { packedPieces, readDirectory } from '../zip/zip-reader.ts'
import { ZipWriter } from '../zip/zip-writer.ts'
import { DESCRIPTION, type Edition, FOLDER, writeDescription } from './description.ts'
import { updatePage } from './update-page.ts'
import { addZimChanges, compareZims } from './zim-delta.ts'
import { compareZips } from './zip-delta.ts'
import { refuseUnmanagedSum, writeSum } from '../sum-file.ts'

export interface DeltaOptions {
  format: FileFormat
  /** The earlier bundle. */
  from: string
  /** The new one, and its SHA-256 in hex. */
  to: { path: string; sha256: string }
  /** The file to write. */
  path: string
  /** 0 means no limit. */
  maxBytes: number
  /** The temporary name of the file while it is written. */
  part?: string
}

/** The number of new, changed and removed files of a zip. */
interface Counts {
  added: number
  changed: number
  removed: number
}

/** The facts of a written delta. */
export interface Delta extends Partial<Counts> {
  path: string
  bytes: number
  sha256: string
}

/** The two bundles, and the description of their delta. */
interface Pair {
  old: InputFile
  next: InputFile
  from: Edition
  to: Edition
}

/**
 * Writes the delta that rebuilds a new bundle from an earlier one; see {@link applyDelta}. An existing file is kept until the new one is
 * complete.
 */
export async function writeDelta({ format, from, to, path, maxBytes, part }: DeltaOptions, signal?: AbortSignal): Promise<Delta> {
  const [old, next] = [new InputFile(from), new InputFile(to.path)]
  refuseUnmanagedSum(path)
  const file = new OutputFile(path, { part, maxBytes })
  try {
    const pair = { old, next, from: editionOf(old, format, await old.sha256(signal)), to: editionOf(next, format, to.sha256) }
    const writer = new ZipWriter(file, new Date(pair.to.date))
    const counts = await (format === 'zip' ? addZip(writer, pair, signal) : addZim(writer, pair, signal))
    writer.end()
    const bytes = file.position
    file.finish()
    const sha256 = writeSum(path)
    return { path, bytes, sha256, ...counts }
  } catch (error) {
    file.abandon()
    throw error
  } finally {
    old.close()
    next.close()
  }
}

const editionOf = (file: InputFile, format: FileFormat, sha256: string): Edition => ({
  name: basename(file.path),
  sha256,
  bytes: file.bytes,
  date: dateOf(file, format).toISOString(),
})

function dateOf(file: InputFile, format: FileFormat): Date {
  if (format === 'zip') return dateOfDosTime(readDirectory(file).time)
  const date = metadataText(file, 'Date') ?? ''
  return new Date(Date.parse(date) || 0)
}

async function addZip(writer: ZipWriter, { old, next, from, to }: Pair, signal?: AbortSignal): Promise<Counts> {
  const { steps, news, added, removed } = await compareZips(old, next, signal)
  const changed = news.length - added
  writer.addText(DESCRIPTION, writeDescription({ of: 'zip', from, to, steps: steps.list }))
  writer.addText(`${FOLDER}index.html`, updatePage({ from, to, added, changed, removed }))
  const own = ['delta.json', 'index.html', 'removed.txt'].map((name) => FOLDER + name)
  writer.addText(`${FOLDER}removed.txt`, [...removed, ...own].map((path) => `${path}\n`).join(''))
  for (const entry of news) {
    await setImmediate()
    signal?.throwIfAborted()
    writer.addPacked(entry, packedPieces(next, entry))
  }
  return { added, changed, removed: removed.length }
}

async function addZim(writer: ZipWriter, { old, next, from, to }: Pair, signal?: AbortSignal): Promise<undefined> {
  const changes = await compareZims(old, next, signal)
  writer.addText(DESCRIPTION, writeDescription({ of: 'zim', from, to, steps: changes.steps.list }))
  addZimChanges(writer, next, changes)
}
