import { fieldOf, listOf, textIn } from '../fields.ts'
import { words } from './words.ts'

/** So much of a summary counts as one: what a text is about stands at its start. */
const MAX_SUMMARY_CHARS = 240
/** So much of a record's whole text counts: it bounds the index. */
const MAX_TEXT_CHARS = 60_000
/** What a word of a text counts: so much, and a little more each time that it comes, to the most. */
const IN_TEXT = { once: 3, again: 2, most: 13 }

/** What a word of a document counts, from 1: most in a short title, less in what says what it is about, least in its text. */
export function weightsOf(item: unknown, record: unknown): Map<string, number> {
  const weights = new Map<string, number>()
  const count = (text: string, weight: number) => {
    const all = new Set(words(text))
    for (const word of all) weights.set(word, (weights.get(word) ?? 0) + weight / (1 + all.size / 12))
  }
  const tags = fieldOf(item, 'tags')
  count(titlesOf(item).join(' '), 140)
  count(textIn(item, 'category'), 40)
  count(Array.isArray(tags) ? tags.join(' ') : '', 40)
  count((textIn(item, 'summary') || textIn(item, 'text')).slice(0, MAX_SUMMARY_CHARS), 20)
  for (const [word, times] of timesOf(words(plainTextOf(record)))) {
    const weight = Math.min(IN_TEXT.most, IN_TEXT.once + IN_TEXT.again * (times - 1))
    weights.set(word, (weights.get(word) ?? 0) + weight)
  }
  return weights
}

/** The titles that a document goes by. */
export function titlesOf(item: unknown): string[] {
  return [...new Set([textIn(item, 'title'), textIn(item, 'display_title')])].filter(Boolean)
}

function timesOf(all: readonly string[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const word of all) times.set(word, (times.get(word) ?? 0) + 1)
  return times
}

/** Everything that a guide or wiki says to its readers, without its marks: introduction, steps, tools and parts; contents and facts. */
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

/** Without tags and addresses, of which no reader sees a word. */
const plain = (text: string): string => (/[<:&]/.test(text) ? text.replace(/<[^<>]*>|https?:\/\/[^\s|\]]+|&\w+;/g, ' ') : text)
