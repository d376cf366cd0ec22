import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { INDEX_FOLDER } from '../../index-list.ts'
import { factsOf, type Note, type Title } from '../../titles/title.ts'
import { titleFolder } from '../../titles/title-folder.ts'
import { bestFile, type TitleList } from '../../titles/title-list.ts'
import { keyOf, startsIn } from '../../titles/title-words.ts'
import type { TitledPage } from '../indexed-page.ts'
import { bestOf } from './best-titles.ts'
import { cutIntoBlocks, type Placed } from './blocks.ts'

/** A longer text is pasted, not a name. */
const MOST_STARTS = 16
const NAME_LENGTH = 10

/** Collects the titles of pages that are searched together: those translated into a language, or the source's. */
export class TitleFiles {
  readonly #lang: string
  readonly #isTranslation: boolean
  readonly #titles: Title[] = []
  readonly #notes = new Map<string, number>()

  constructor(lang: string, isTranslation: boolean) {
    this.#lang = lang
    this.#isTranslation = isTranslation
    this.#noteOf({ lang, translatedInto: [] })
  }

  add({ title, path, lang, translatedInto, isArchived, kind }: TitledPage): void {
    const plain = title.toWellFormed().replace(/\s+/g, ' ').trim()
    const note = this.#noteOf({ lang, translatedInto })
    this.#titles.push({ title: plain, path, kind, isArchived, note })
  }

  #noteOf(note: Note): number {
    const key = JSON.stringify(note)
    const known = this.#notes.get(key) ?? this.#notes.size
    this.#notes.set(key, known)
    return known
  }

  /**
   * Writes the files below `pagefind/` of a site and returns the name of their list. `ignored` are function words. The same titles give the
   * same files, in any order.
   */
  async write(site: string, ignored: readonly string[]): Promise<string> {
    const folder = titleFolder(this.#lang, this.#isTranslation)
    const place = join(site, INDEX_FOLDER, folder)
    await mkdir(place, { recursive: true })
    const save = async (content: string, kind: 'txt' | 'json'): Promise<string> => {
      const name = createHash('sha256').update(content).digest('hex').slice(0, NAME_LENGTH)
      await writeFile(join(place, `${name}.${kind}`), content)
      return name
    }
    const words = new Set(ignored.map(keyOf))
    const rows = this.#rows(words)
    const { from, texts } = cutIntoBlocks(rows)
    const blocks: string[] = []
    for (const text of texts) blocks.push(await save(text, 'txt'))
    const best: Record<string, string> = {}
    for (const [key, lists] of bestOf(rows, { from, blocks })) best[key] = await save(bestFile(lists), 'txt')
    const notes = Array.from(this.#notes.keys(), (note) => JSON.parse(note) as Note)
    const list: TitleList = { notes, ignored: [...words], from, blocks, best }
    return `${folder}${await save(JSON.stringify(list), 'json')}.json`
  }

  #rows(ignored: ReadonlySet<string>): Placed[] {
    const rows = this.#titles.flatMap((given) => {
      const { title } = given
      const facts = factsOf(given)
      return startsIn(title)
        .filter(({ word }, index) => index === 0 || !ignored.has(word))
        .slice(0, MOST_STARTS)
        .map(({ at }): Placed => ({ key: keyOf(title.slice(at)), at, title, facts }))
    })
    return rows.sort((a, b) => compare(a.key, b.key) || compare(a.title, b.title) || a.at - b.at || compare(a.facts, b.facts))
  }
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
