import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { SystemError } from '../../errors.ts'
import type { ZimDescription } from '../describe.ts'
import { InputFile } from '../input-file.ts'
import type { SourceFile } from '../source-file.ts'
import { illustrationOf, languageCodes } from './metadata.ts'
import type { ZimItem } from './zim-writer.ts'
import { storedExtent } from './zim-reader.ts'

const PROGRAM = 'zimwriterfs'
const INDEX = 'fulltext/xapian'
const INDEX_MIME = 'application/octet-stream+xapian'

const run = promisify(execFile)

/** Throws a {@link SystemError} if the program that makes the index is not installed. */
export async function findIndexer(): Promise<void> {
  await run(PROGRAM, ['-V']).catch((error: unknown) => Promise.reject(notThere(error)))
}

/**
 * The Xapian full-text index of the pages found by title, as the entry that readers open. It references pages by path, so it fits our
 * archive as well as the one that zimwriterfs makes of their texts. Its bytes differ each time. `folder` is an empty one, words are stemmed
 * in the first of `languages`, and the picture is only required by the program. Throws a {@link SystemError} if that fails.
 */
export async function fullTextIndex(
  items: readonly ZimItem[],
  folder: string,
  { languages }: ZimDescription,
  illustration: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<ZimItem> {
  const [pages, archive] = [join(folder, 'pages'), join(folder, 'pages.zim')]
  const listed = items.flatMap(({ isFront, title, content }) => (isFront && !Buffer.isBuffer(content) ? [{ title, ...content }] : []))
  for (const { path, title, source } of listed) write(join(pages, path), pageOf(title, readFileSync(source, 'utf8')))
  write(join(pages, 'illustration.png'), illustrationOf(illustration, 48))
  const [language = 'eng'] = languageCodes(languages)
  const facts = { language, title: 'x', description: 'x', creator: 'x', publisher: 'x', name: 'x', illustration: 'illustration.png' }
  const words = Object.entries({ welcome: listed[0]?.path ?? '', ...facts }).map(([name, value]) => `--${name}=${value}`)
  await run(PROGRAM, [...words, pages, archive], { signal }).catch((error: unknown) => Promise.reject(failed(error)))
  return { namespace: 'X', path: INDEX, title: INDEX, mime: INDEX_MIME, content: indexIn(archive, join(folder, 'index')), isPacked: true }
}

/** The indexed part of a page, without what is on every page. */
function pageOf(title: string, html: string): string {
  const text = html.slice(html.indexOf('<main'), html.lastIndexOf('</main>'))
  return `<!doctype html><html><head><meta charset="utf-8"><title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title></head><body>${text}</main></body></html>`
}

function indexIn(archive: string, to: string): SourceFile {
  const file = new InputFile(archive)
  try {
    const found = storedExtent(file, `X${INDEX}`)
    if (!found) throw failed(new Error(`There is no ${INDEX} in ${archive}.`))
    writeFileSync(to, '')
    for (const piece of file.pieces(found.offset, found.length)) writeFileSync(to, piece, { flag: 'a' })
    return { path: INDEX, source: to, bytes: found.length }
  } finally {
    file.close()
  }
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

const failure = (message: string, cause: unknown): SystemError =>
  new SystemError(message, { cause, code: 'ERR_FULL_TEXT', option: 'fullText' })

const notThere = (cause: unknown): SystemError =>
  failure(
    `${PROGRAM}, which makes the index of \`fullText\`, is not installed or does not start. Install zim-tools, or leave out \`fullText\`: the search of the site itself is in the archive anyway.`,
    cause,
  )

const failed = (cause: unknown): SystemError =>
  failure(`${PROGRAM} made no index of the pages (${reasonOf(cause)}). Leave out \`fullText\`, or try another version of zim-tools.`, cause)

const reasonOf = (cause: unknown): string => (cause instanceof Error ? (cause.message.trim().split('\n').at(-1) ?? '') : '')
