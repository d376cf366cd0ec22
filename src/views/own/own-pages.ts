import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imageSizeFromFile } from 'image-size/fromFile'
import { sentence, unusable } from '../../errors.ts'
import { languageTag } from '../../model/language.ts'

/** The text of an operator's page in one language. */
export interface OwnText {
  /** Its first heading. */
  title: string
  /** The Markdown after the heading. */
  markdown: string
}

export interface OwnPages {
  /** By name, sorted: the texts by language, the source language first. */
  pages: ReadonlyMap<string, ReadonlyMap<string, OwnText>>
  /** The pictures in the folder by file name, with their sizes in pixels. */
  pictures: ReadonlyMap<string, { width: number; height: number }>
}

const PAGE = /^([a-z0-9-]+)(?:\.([a-z]{2,3}(?:-[a-z0-9]+)*))?\.md$/
const PICTURE = /\.(?:png|jpe?g|webp|avif|gif|svg)$/i

/** Reads the operator's pages: `name.md` in the site's language, `name.de.md` in others; '' for none. Throws a {@link UsageError}. */
export async function readOwnPages(folder: string, sourceLang: string): Promise<OwnPages> {
  const pages = new Map<string, Map<string, OwnText>>()
  const pictures = new Map<string, { width: number; height: number }>()
  for (const file of folder ? await filesIn(folder) : []) {
    const path = join(folder, file)
    if (PICTURE.test(file)) pictures.set(file, await sizeOf(path))
    if (!file.endsWith('.md')) continue
    const [, name = '', lang = sourceLang] = PAGE.exec(file) ?? []
    if (!name)
      throw unusable(
        'pages',
        path,
        `The page ${path} cannot be named so: lower-case letters, digits and dashes, as in imprint.md or imprint.de.md.`,
      )
    pages.set(name, (pages.get(name) ?? new Map<string, OwnText>()).set(languageTag(lang), await readText(path)))
  }
  for (const [name, texts] of pages)
    if (!texts.has(sourceLang))
      throw unusable('pages', folder, `The page "${name}" in ${folder} has no text in the site's own language: add ${name}.md.`)
  return { pages, pictures }
}

/** `imprint.md` before `imprint.de.md`. */
const filesIn = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder).catch((error: unknown) => {
    throw unusable('pages', folder, `The folder of pages ${folder} cannot be read: ${sentence(error)}.`, error)
  })
  return names.sort((a, b) => a.length - b.length).sort((a, b) => (a.split('.')[0] ?? '').localeCompare(b.split('.')[0] ?? '', 'en'))
}

async function readText(path: string): Promise<OwnText> {
  const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
  const [heading, line = ''] = /^\s*#[ \t]+(?![ \t])(.+)(?:\r?\n|$)/.exec(text) ?? []
  if (!heading) throw unusable('pages', path, `The page ${path} has no title: begin it with a line such as "# Imprint".`)
  return { title: withoutClosing(line), markdown: text.slice(heading.length) }
}

/** `Imprint ##` → `Imprint`: a heading may have closing marks. */
const withoutClosing = (line: string): string => withoutEnd(withoutEnd(withoutEnd(line, ' \t'), '#'), ' \t') || line.charAt(0)

function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

const sizeOf = async (path: string): Promise<{ width: number; height: number }> =>
  imageSizeFromFile(path).catch((error: unknown) => {
    throw unusable('pages', path, `The picture ${path} cannot be used: ${sentence(error)}.`, error)
  })
