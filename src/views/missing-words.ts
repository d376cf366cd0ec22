import { toText } from '../render/to-html.ts'
import { presentable } from './site/presentable.ts'

/** Words of a record that its page does not show. `lang` is the language of a translation. */
export interface MissingWords {
  kind: string
  id: string
  lang?: string
  words: string[]
}

/** Texts that people read: the rendered ones, and names that have no rendered form. */
const SHOWN = /_rendered$|^(?:title|display_title|summary|subject|notes|text|value|description|name|caption)$/
/** Excerpts of other records, sources of rendered texts, and flags, of which the interface has its own words. */
const OTHERS = /^(?:flags|\w*guides|linked_wikis|related_wikis|children|ancestors|prerequisites|\w+_json|parent|categories|category_lists)$/

/** Each word of a record that is missing in the HTML of its page, once. */
export function missingWords(answer: unknown, html: string): string[] {
  const page = html.replace(/<(script|style)\b[^>]*>[^]*?<\/\1>|&#?\w+;/g, ' ')
  const words = new Set(wordsOf(page.replace(/<[^<>]*>/g, ' ')))
  const missing = new Set(wordsOf(presentable(textsIn(answer).map(toText).join(' '))).filter((word) => !words.has(word)))
  // Markup within a word parts it, and neither a page nor a record need have spaces between words.
  const joined = missing.size > 0 ? page.replace(/<[^<>]*>|\s/g, '') : ''
  return [...missing].filter((word) => !joined.includes(word))
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]: [string, unknown]) => {
    if (typeof one !== 'string') return OTHERS.test(key) ? [] : textsIn(one)
    // A wiki of a user or a team has a number for a title, and one with a title to show need not show the other.
    const isName = key === 'display_title' || (key === 'title' && !('display_title' in value))
    return SHOWN.test(key) && (!key.endsWith('title') || (isName && !/^\d+$/.test(one))) ? [one] : []
  })
}
