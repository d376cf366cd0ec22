import { setImmediate as turn } from 'node:timers/promises'
import type { RecordKey } from '../../cache/layout.ts'
import { parseWhole } from '../../cache/parse-stored.ts'
import type { CacheReader } from '../../cache/reader.ts'
import { saysPrivate } from '../../model/visibility.ts'
import { fieldOf, listOf, numberIn, textIn } from '../fields.ts'
import type { ListIndex } from './list-index.ts'

/** Documents indexed before the event loop gets a turn. */
const CHUNK = 50

/**
 * The public documents, one by one: a list item with its record, in the source language (0), then in the cache's translations (from 1). A
 * translation that is marked as private is left out.
 */
export async function* searchDocuments(cache: CacheReader, lists: readonly ListIndex[]) {
  const translations = await translationsOf(cache)
  let read = 0
  for (const list of lists)
    for await (const { row, item } of list.all()) {
      if (!row.isPublic) continue
      const key = keyOfItem(list, item)
      yield { list, row, language: 0, item, record: parsed(cache.recordBytes(key)) }
      for (const language of translations.get(nameOf(key)) ?? []) {
        const record = parsed(cache.recordBytes({ ...key, lang: cache.manifest.translations?.[language - 1] ?? '' }))
        if (record && !saysPrivate(record)) yield { list, row, language, item: record, record }
      }
      if (++read % CHUNK === 0) await turn()
    }
}

/** The record that a list item describes. */
export function keyOfItem(list: ListIndex, item: unknown): RecordKey {
  if (list.name === 'guides') return { kind: 'guide', id: String(numberIn(item, 'guideid')) }
  return { kind: 'wiki', id: `${list.name.slice('wikis-'.length)}/${textIn(item, 'title')}` }
}

/** By record: the numbers of the languages in which it exists. */
async function translationsOf(cache: CacheReader): Promise<ReadonlyMap<string, readonly number[]>> {
  const { translations = [] } = cache.manifest
  const found = new Map<string, number[]>()
  if (translations.length === 0) return found
  for (const kind of ['guide', 'wiki'] as const)
    for await (const { id, lang } of cache.keys(kind)) {
      const language = lang === undefined ? 0 : translations.indexOf(lang) + 1
      if (language === 0) continue
      const name = nameOf({ kind, id })
      found.set(name, [...(found.get(name) ?? []), language])
    }
  return found
}

const nameOf = ({ kind, id }: Pick<RecordKey, 'kind' | 'id'>): string => `${kind} ${id}`

/** A damaged record is left out: its list item is still searchable. */
const parsed = (bytes: Buffer | undefined): unknown => bytes && parseWhole(bytes.toString('utf8'))

/** How much of a summary is indexed as such: the subject of a text is at its start. */
const MAX_SUMMARY_CHARS = 240
/** How much of a record's text is indexed: it bounds the index. */
const MAX_TEXT_CHARS = 60_000

export type SearchableText = ReturnType<typeof searchableText>

/** The indexed texts of a list item and its record. */
export function searchableText(item: unknown, record: unknown) {
  const tags = fieldOf(item, 'tags')
  return {
    title: titlesOf(item).join(' '),
    category: textIn(item, 'category'),
    tags: Array.isArray(tags) ? tags.join(' ') : '',
    summary: (textIn(item, 'summary') || textIn(item, 'text')).slice(0, MAX_SUMMARY_CHARS),
    text: plainTextOf(record),
  }
}

/** The titles of a document. */
export const titlesOf = (item: unknown): string[] => [...new Set([textIn(item, 'title'), textIn(item, 'display_title')])].filter(Boolean)

/** The plain text of a guide or wiki: introduction, steps, tools and parts; contents and facts. */
function plainTextOf(record: unknown): string {
  if (typeof record !== 'object' || !record) return ''
  const texts = [
    ...['introduction', 'conclusion', 'contents'].map((name) => rawOr(record, name)),
    ...listOf(record, 'steps').flatMap((step) => [textIn(step, 'title'), ...listOf(step, 'lines').map((line) => rawOr(line, 'text'))]),
    ...['tools', 'parts', 'documents'].flatMap((name) =>
      listOf(record, name).flatMap((one) => [textIn(one, 'text'), textIn(one, 'title')]),
    ),
    ...listOf(record, 'info').flatMap((fact) => [textIn(fact, 'name'), textIn(fact, 'value')]),
  ]
  return texts.filter(Boolean).join('\n').slice(0, MAX_TEXT_CHARS)
}

const rawOr = (record: unknown, name: string): string => plain(textIn(record, `${name}_raw`) || textIn(record, `${name}_rendered`))

/** Without tags and addresses, which readers do not see. */
const plain = (text: string): string => (/[<:&]/.test(text) ? text.replace(/<[^<>]*>|https?:\/\/[^\s|\]]+|&\w+;/g, ' ') : text)

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu
const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** A normalized text for comparison: without accents, case and separators. */
export function wordForm(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()
  return plain.match(WORD)?.join(' ') ?? plain.trim()
}

/** The words of a text in their {@link wordForm}. In scripts without spaces, each pair of adjacent characters counts as a word. */
export const words = (text: string): string[] => wordForm(text).split(' ').filter(Boolean).flatMap(inPairs)

function inPairs(word: string): string[] {
  const spaced = word.replace(UNSPACED, (run) => {
    const signs = Array.from(run)
    const pairs = signs.slice(1).map((sign, at) => `${signs[at]}${sign}`)
    return ` ${pairs.join(' ') || run} `
  })
  return spaced === word ? [word] : spaced.split(' ').filter(Boolean)
}
