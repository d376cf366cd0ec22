import { fieldOf, listOf, textIn } from '../fields.ts'

/** How much of a summary is indexed as such: the subject of a text is at its start. */
const MAX_SUMMARY_CHARS = 240
/** How much of a record's text is indexed: it bounds the index. */
const MAX_TEXT_CHARS = 60_000
export interface SearchableText {
  title: string
  category: string
  tags: string
  summary: string
  text: string
}

/** The indexed texts of a list item and its record. */
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

/** The titles of a document. */
export function titlesOf(item: unknown): string[] {
  return [...new Set([textIn(item, 'title'), textIn(item, 'display_title')])].filter(Boolean)
}

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
