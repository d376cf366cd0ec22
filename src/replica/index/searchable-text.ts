import { fieldOf, listOf, textIn } from '../fields.ts'

/** So much of a summary counts as one: what a text is about stands at its start. */
const MAX_SUMMARY_CHARS = 240
/** So much of a record's whole text counts: it bounds the index. */
const MAX_TEXT_CHARS = 60_000
export interface SearchableText {
  title: string
  category: string
  tags: string
  summary: string
  text: string
}

/** The texts by which an item of a list and its record are found. */
export function searchableText(item: unknown, record: unknown): SearchableText {
  const tags = fieldOf(item, 'tags')
  return {
    title: titlesOf(item).join(' '),
    category: textIn(item, 'category'),
    tags: Array.isArray(tags) ? tags.join(' ') : '',
    summary: (textIn(item, 'summary') || textIn(item, 'text')).slice(0, MAX_SUMMARY_CHARS),
    text: plainTextOf(record),
  }
}

/** The titles that a document goes by. */
export function titlesOf(item: unknown): string[] {
  return [...new Set([textIn(item, 'title'), textIn(item, 'display_title')])].filter(Boolean)
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
