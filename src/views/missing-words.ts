import { toText } from '../render/to-html.ts'
import { presentable } from './site/presentable.ts'

/** Words of a record that are missing from its page. `lang` is the language of a translation. */
export interface MissingWords {
  kind: string
  id: string
  lang?: string
  words: string[]
}

/** Names of visible texts that have no rendered form. */
const SHOWN: ReadonlySet<string> = new Set('title display_title summary subject notes text value description name caption'.split(' '))
/** Excerpts of other records, sources of rendered texts, and flags, for which the interface has its own words. */
const OTHERS = /^(?:flags|\w*guides|linked_wikis|related_wikis|children|ancestors|prerequisites|\w+_json|parent|categories|category_lists)$/

const SCRIPT = '<(script|style)\\b[^>]*>[^]*?</\\1>'
/** What HTML has between letters: scripts, tags, spaces, and characters that may be escaped. */
const BETWEEN = new RegExp(`${SCRIPT}|<[^<>]*>|&(?:amp|lt|gt|quot|#39);|[\\s"'&]+`, 'g')

/** Each word of a record that is missing in its page's HTML, without duplicates. */
export function missingWords(answer: unknown, html: string): string[] {
  const texts = typeof answer === 'object' && answer ? textsIn(answer).map((text) => presentable(toText(text))) : []
  const shown = html.replace(BETWEEN, '')
  // A text that the page has as a whole needs no search for its words, which takes ten times as long.
  const others = texts.filter((text) => !shown.includes(text.replace(/[\s"'&<>]/g, '')))
  return others.length > 0 ? missingOf(others, html) : []
}

function missingOf(texts: readonly string[], html: string): string[] {
  const page = html.replace(new RegExp(`${SCRIPT}|&#?\\w+;`, 'g'), ' ')
  const words = new Set(wordsOf(page.replace(/<[^<>]*>/g, ' ')))
  const missing = new Set(wordsOf(texts.join(' ')).filter((word) => !words.has(word)))
  // Markup within a word splits it, and neither pages nor records necessarily have spaces between words.
  const joined = missing.size > 0 ? page.replace(/<[^<>]*>|\s/g, '') : ''
  return [...missing].filter((word) => !joined.includes(word))
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

function textsIn(value: object, texts: string[] = []): string[] {
  for (const [key, one] of Object.entries(value) as [string, unknown][]) {
    if (typeof one === 'string') {
      if ((SHOWN.has(key) || key.endsWith('_rendered')) && isVisible(key, one, value)) texts.push(one)
    } else if (typeof one === 'object' && one !== null && !OTHERS.test(key)) textsIn(one, texts)
  }
  return texts
}

/** Wikis of users and teams have a number as their title; if there is a display title, the other need not be shown. */
function isVisible(key: string, text: string, record: object): boolean {
  if (!key.endsWith('title')) return true
  return (key === 'display_title' || !('display_title' in record)) && !/^\d+$/.test(text)
}
