import { existsSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { UsageError } from '../../errors.ts'
import { type FileFormat, formatOf, type Output, refuseUnmanaged, writeBundle } from '../bundle-file.ts'
import { damaged, InputFile, inTurns } from '../input-file.ts'
import { metadataText } from '../zim/zim-reader.ts'
import { dateOfDosTime } from '../zip/records.ts'
import { packedPieces, readDirectory } from '../zip/zip-reader.ts'
import { type ZipWriter, zipWriter } from '../zip/zip-writer.ts'
import { DESCRIPTION, type Edition, FOLDER, writeDescription } from './description.ts'
import { addZimChanges, compareZims } from './zim-delta.ts'
import { compareZips } from './zip-delta.ts'

/** An earlier bundle in the format of the new one, and the path of the delta between them. */
export interface Since {
  format: FileFormat
  from: string
  path: string
}

interface DeltaOptions extends Since, Omit<Output, 'format'> {
  /** The new bundle, and its SHA-256 in hex. */
  to: { path: string; sha256: string }
}

/** The path of a bundle's delta: `guides.zip` → `guides.delta.zip`, `guides.zim` → `guides.zim.delta.zip`. */
const deltaPathOf = (path: string): string => `${path.replace(/\.zip$/, '')}.delta.zip`

/** Checks an earlier bundle before a new one is made at `path`. Throws a {@link UsageError} if no delta between the two is possible. */
export function checkedUpdate(from: string, path: string, format: FileFormat | 'folder' | 'html'): Since {
  if (format === 'folder' || format === 'html') {
    const advice = 'Choose the `format` zip or zim, or leave out `update`.'
    throw refusal(`A delta is made between two zip or ZIM files, and \`format\` is ${format}. ${advice}`, from)
  }
  const file = new InputFile(from)
  try {
    const found = formatOf(file)
    if (found === undefined) throw damaged(from)
    if (found !== format)
      throw refusal(`${from} is a ${found} file, and \`format\` is ${format}. A delta is made between two of one \`format\`.`, from)
    if (found === 'zip' && readDirectory(file).entries.some((entry) => entry.path === DESCRIPTION))
      throw refusal(`${from} is a delta. Name the bundle that is to be brought up to date as \`update\`.`, from)
  } finally {
    file.close()
  }
  const delta = deltaPathOf(path)
  if ([path, delta].some((made) => existsSync(made) && realpathSync(made) === realpathSync(from)))
    throw refusal(`${from}, from which the delta is made, would be replaced. Name another \`out\`, or move that file away.`, from)
  refuseUnmanaged(delta, 'zip')
  return { format, from, path: delta }
}

const refusal = (message: string, path: string): UsageError => new UsageError(message, { option: 'update', path })

/** The number of new, changed and removed files of a zip. */
type Counts = Record<'added' | 'changed' | 'removed', number>

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

/** Writes the delta that rebuilds a new bundle from an earlier one, as {@link writeBundle} does; see {@link applyDelta}. */
export async function writeDelta({ format, from, to, ...output }: DeltaOptions, signal?: AbortSignal): Promise<Delta> {
  const [old, next] = [new InputFile(from), new InputFile(to.path)]
  try {
    const pair = { old, next, from: editionOf(old, format, await old.sha256(signal)), to: editionOf(next, format, to.sha256) }
    let counts: Counts | undefined
    const written = await writeBundle({ ...output, format: 'zip' }, async (file) => {
      const writer = zipWriter(file, new Date(pair.to.date))
      counts = await (format === 'zip' ? addZip(writer, pair, signal) : addZim(writer, pair, signal))
      writer.end()
    })
    return { path: output.path, ...written, ...counts }
  } finally {
    old.close()
    next.close()
  }
}

function editionOf(file: InputFile, format: FileFormat, sha256: string): Edition {
  const date = format === 'zip' ? dateOfDosTime(readDirectory(file).time) : new Date(Date.parse(metadataText(file, 'Date') ?? '') || 0)
  return { name: basename(file.path), sha256, bytes: file.bytes, date: date.toISOString() }
}

async function addZip(writer: ZipWriter, pair: Pair, signal?: AbortSignal): Promise<Counts> {
  const { old, next, from, to } = pair
  const { steps, news, added, removed } = await compareZips(old, next, signal)
  const changed = news.length - added
  writer.addText(DESCRIPTION, writeDescription({ of: 'zip', from, to, steps }))
  writer.addText(`${FOLDER}index.html`, updatePage(pair, added, changed, removed))
  const own = ['delta.json', 'index.html', 'removed.txt'].map((name) => FOLDER + name)
  writer.addText(`${FOLDER}removed.txt`, [...removed, ...own].map((path) => `${path}\n`).join(''))
  for await (const entry of inTurns(news, signal)) writer.addPacked(entry, packedPieces(next, entry))
  return { added, changed, removed: removed.length }
}

async function addZim(writer: ZipWriter, { old, next, from, to }: Pair, signal?: AbortSignal): Promise<undefined> {
  const changes = await compareZims(old, next, signal)
  writer.addText(DESCRIPTION, writeDescription({ of: 'zim', from, to, steps: changes.steps }))
  addZimChanges(writer, next, changes)
}

const dayOf = ({ date }: Edition): string => date.slice(0, 10)
const filesOf = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

/** The page shown after an update was unpacked over a folder: what is new, and what the folder no longer needs. */
function updatePage({ from, to }: Pair, added: number, changed: number, removed: readonly string[]): string {
  const [are, them] = removed.length === 1 ? ['is', 'it'] : ['are', 'them']
  const rest =
    removed.length === 0
      ? '<p>Nothing is left over from before.</p>'
      : `<p>${filesOf(removed.length)} ${are} no longer used: no page leads there. Delete ${them} to have the folder as if it were new; the list is also in <a href="removed.txt">removed.txt</a>.</p>
<ul>
${removed.map((path) => `<li>${escaped(path)}</li>`).join('\n')}
</ul>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Update of ${dayOf(to)}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 42rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere }
</style>
</head>
<body>
<h1>Update of ${dayOf(to)}</h1>
<p>It brings ${escaped(from.name)} of ${dayOf(from)}, unpacked in this folder, to ${dayOf(to)}: ${filesOf(added)} added, ${filesOf(changed)} replaced. <a href="../index.html">To the guides</a></p>
${rest}
<p>The folder <code>update</code>, which holds this page, has no further use either.</p>
</body>
</html>
`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
