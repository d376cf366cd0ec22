import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sha256Of } from '../../disk/sha256.ts'
import type { FileFormat } from '../format.ts'
import { InputFile } from '../input-file.ts'
import { OutputFile } from '../output-file.ts'
import { dateOfDosTime } from '../zip/records.ts'
import { packedPieces, readDirectory } from '../zip/zip-reader.ts'
import { ZipWriter } from '../zip/zip-writer.ts'
import { DESCRIPTION, type Edition, FOLDER, writeDescription } from './description.ts'
import { updatePage } from './update-page.ts'
import { compareZips } from './zip-delta.ts'

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
}

/** What a delta comes to. */
export interface Delta {
  path: string
  bytes: number
  sha256: string
  added: number
  changed: number
  removed: number
}

/** Writes the delta that makes a new bundle of an earlier one; see {@link applyDelta}. A file of that name stays until it is whole. */
export async function writeDelta(options: DeltaOptions, signal?: AbortSignal): Promise<Delta> {
  const [old, next] = [new InputFile(options.from), new InputFile(options.to.path)]
  const file = new OutputFile(options.path, options.maxBytes)
  try {
    const counts = await writeZipDelta(file, { old, next, sha256: options.to.sha256 }, signal)
    const bytes = file.position
    file.finish()
    const sha256 = sha256Of(options.path)
    writeFileSync(`${options.path}.sha256`, `${sha256}  ${basename(options.path)}\n`)
    return { path: options.path, bytes, sha256, ...counts }
  } catch (error) {
    file.abandon()
    throw error
  } finally {
    old.close()
    next.close()
  }
}

async function writeZipDelta(
  file: OutputFile,
  { old, next, sha256 }: { old: InputFile; next: InputFile; sha256: string },
  signal?: AbortSignal,
): Promise<Pick<Delta, 'added' | 'changed' | 'removed'>> {
  const [before, after] = [readDirectory(old), readDirectory(next)]
  const [from, to] = [
    editionOf(old, dateOfDosTime(before.time), await old.sha256(signal)),
    editionOf(next, dateOfDosTime(after.time), sha256),
  ]
  const { steps, news, added, removed } = await compareZips({ file: old, directory: before }, { file: next, directory: after }, signal)
  const changed = news.length - added
  const writer = new ZipWriter(file, new Date(to.date))
  writer.addText(DESCRIPTION, writeDescription({ of: 'zip', from, to, steps: steps.list }))
  writer.addText(`${FOLDER}index.html`, updatePage({ from, to, added, changed, removed }))
  const own = ['delta.json', 'index.html', 'removed.txt'].map((name) => FOLDER + name)
  writer.addText(`${FOLDER}removed.txt`, [...removed, ...own].map((path) => `${path}\n`).join(''))
  for (const entry of news) {
    await setImmediate()
    signal?.throwIfAborted()
    writer.addPacked(entry, packedPieces(next, entry))
  }
  writer.end()
  return { added, changed, removed: removed.length }
}

const editionOf = (file: InputFile, date: Date, sha256: string): Edition => ({
  name: basename(file.path),
  sha256,
  bytes: file.bytes,
  date: date.toISOString(),
})
