import { hash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compare } from '../../fold.ts'
import { INDEX_FOLDER, partOf, titleFolder } from '../../index-list.ts'
import { factsOf, type Note, titleKey, startsIn } from '../../titles/title.ts'
import { bestFile, type TitleList } from '../../titles/title-list.ts'
import type { TitledPage } from '../indexed-page.ts'
import { bestOf, cutIntoBlocks, type Placed } from './blocks.ts'

/** A longer text is pasted, not a name. */
const MOST_STARTS = 16
const NAME_LENGTH = 10

/** The written files of titles: plain data. */
export interface WrittenTitles {
  /** Differs for different titles. */
  mark: string
  /** The name of the title list, by the group that is searched together. */
  lists: readonly (readonly [part: string, list: string])[]
}

/** See {@link WrittenTitles}. */
export function markOf(pages: readonly TitledPage[]): string {
  const titles = Array.from(Map.groupBy(pages, partOf), ([part, some]) => [
    part,
    some.map(({ title, path, lang, translatedInto, kind, isArchived }) => [title, path, lang, translatedInto, kind, isArchived]),
  ])
  return hash('sha256', JSON.stringify(titles), 'base64url')
}

/**
 * Writes the titles of a site into files of their own if the pages of any language search at least `fewest`, and returns their lists.
 * `ignoredIn` returns the function words of a language.
 */
export async function writeTitles(
  site: string,
  pages: readonly TitledPage[],
  fewest: number,
  ignoredIn: (lang: string) => readonly string[],
): Promise<WrittenTitles['lists']> {
  const parts = Map.groupBy(pages, partOf)
  const counts = Array.from(parts, ([part, { length }]) => (part === '' ? 0 : length))
  if ((parts.get('')?.length ?? 0) + Math.max(0, ...counts) < fewest) return []
  const lists: [string, string][] = []
  for (const [part, some] of parts) lists.push([part, await writeTitleList(site, some, ignoredIn(some[0]?.lang ?? ''))])
  return lists
}

/**
 * Writes the titles of pages that are searched together, below `pagefind/` of a site, and returns the name of their list. `ignored` are
 * function words. The same titles give the same files, in any order.
 */
export async function writeTitleList(site: string, pages: readonly TitledPage[], ignored: readonly string[]): Promise<string> {
  const [{ lang, isTranslation } = { lang: '', isTranslation: false }] = pages
  const folder = titleFolder(lang, isTranslation)
  const place = join(site, INDEX_FOLDER, folder)
  await mkdir(place, { recursive: true })
  const save = async (content: string, kind: 'txt' | 'json'): Promise<string> => {
    const name = hash('sha256', content).slice(0, NAME_LENGTH)
    await writeFile(join(place, `${name}.${kind}`), content)
    return name
  }
  const words = new Set(ignored.map(titleKey))
  const notes = new Map([[JSON.stringify({ lang, translatedInto: [] } satisfies Note), 0]])
  const rows = pages.flatMap((page) => rowsOf(page, notes, words))
  rows.sort((a, b) => compare(a.key, b.key) || compare(a.title, b.title) || a.at - b.at || compare(a.facts, b.facts))
  const { from, texts } = cutIntoBlocks(rows)
  const blocks: string[] = []
  for (const text of texts) blocks.push(await save(text, 'txt'))
  const best: Record<string, string> = {}
  for (const [key, lists] of bestOf(rows, { from, blocks })) best[key] = await save(bestFile(lists), 'txt')
  const list: TitleList = { notes: Array.from(notes.keys(), (note) => JSON.parse(note) as Note), ignored: [...words], from, blocks, best }
  return `${folder}${await save(JSON.stringify(list), 'json')}.json`
}

/** A page's title from each of its words; adds its note to the numbered `notes`. */
function rowsOf(page: TitledPage, notes: Map<string, number>, ignored: ReadonlySet<string>): Placed[] {
  const { lang, translatedInto } = page
  const key = JSON.stringify({ lang, translatedInto } satisfies Note)
  const note = notes.get(key) ?? notes.size
  notes.set(key, note)
  const title = page.title.toWellFormed().replace(/\s+/g, ' ').trim()
  const facts = factsOf({ ...page, title, note })
  return startsIn(title)
    .filter(({ word }, index) => index === 0 || !ignored.has(word))
    .slice(0, MOST_STARTS)
    .map(({ at }) => ({ key: titleKey(title.slice(at)), at, title, facts }))
}
