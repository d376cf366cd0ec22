import { toText } from '../render/to-html.ts'
import { presentable } from './site/presentable.ts'

/** Words of a record that are missing from its page. `lang` is the language of a translation. */
export interface MissingWords {
  kind: string
  id: string
  lang?: string
  words: string[]
}

/** Visible texts: rendered ones, and names that have no rendered form. */
const SHOWN = /_rendered$|^(?:title|display_title|summary|subject|notes|text|value|description|name|caption)$/
/** Excerpts of other records, sources of rendered texts, and flags, for which the interface has its own words. */
const OTHERS = /^(?:flags|\w*guides|linked_wikis|related_wikis|children|ancestors|prerequisites|\w+_json|parent|categories|category_lists)$/

/** Each word of a record that is missing in its page's HTML, without duplicates. */
export function missingWords(answer: unknown, html: string): string[] {
  const page = html.replace(/<(script|style)\b[^>]*>[^]*?<\/\1>|&#?\w+;/g, ' ')
  const words = new Set(wordsOf(page.replace(/<[^<>]*>/g, ' ')))
  const missing = new Set(wordsOf(presentable(textsIn(answer).map(toText).join(' '))).filter((word) => !words.has(word)))
  // Markup within a word splits it, and neither pages nor records necessarily have spaces between words.
  const joined = missing.size > 0 ? page.replace(/<[^<>]*>|\s/g, '') : ''
  return [...missing].filter((word) => !joined.includes(word))
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]: [string, unknown]) => {
    if (typeof one !== 'string') return OTHERS.test(key) ? [] : textsIn(one)
    // Wikis of users and teams have a number as their title; if there is a display title, the other need not be shown.
    const isName = key === 'display_title' || (key === 'title' && !('display_title' in value))
    return SHOWN.test(key) && (!key.endsWith('title') || (isName && !/^\d+$/.test(one))) ? [one] : []
  })
}
