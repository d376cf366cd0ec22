import { GUIDE_WORDS, TAG_WORDS, WIKI_WORDS } from '../../model/addresses/service-path.ts'
import type { ServiceAddresses, TitlePage } from './host-site.ts'

/**
 * The rules for addresses with an id, `/Guide/Some+Title/123`: first path segments in lower case, the rest of the path, whose only group is
 * the id, and the folder of the copies, before the base. A guide's title precedes the id, and a user's name follows it. Words used by one
 * language only lead to its pages, if the site has them.
 */
export function idRules({ languages }: Pick<ServiceAddresses, 'languages'>) {
  const byLanguage = Map.groupBy(GUIDE_WORDS, ([, lang]) => (languages.includes(lang) ? lang : ''))
  const guides = Array.from(byLanguage, ([lang, words]) => ({
    words: words.map(([word]) => word),
    rest: '(?:.+?/)?([0-9]+)(?:/[0-9]+)?/?',
    folder: lang ? `/${lang}/guide/` : '/guide/',
    isGuide: true,
  }))
  const others = ['user', 'team'].map((word) => ({ words: [word], rest: '([0-9]+)(?:/.*)?', folder: `/${word}/`, isGuide: false }))
  return [...guides, ...others]
}

/** The rules for addresses with a title, `/Device/Kettle`; the service's own words come first. */
export function titleRules({ titles, words }: ServiceAddresses) {
  const rank = (word: string): number => (words.includes(word) ? 0 : 1)
  return Array.from(
    Map.groupBy(titles, ({ kind }) => kind),
    ([kind, pages]) => {
      const all = kind === 'TAG' ? TAG_WORDS : Array.from(WIKI_WORDS).flatMap(([word, namespace]) => (namespace === kind ? word : []))
      return { kind, words: all.toSorted((a, b) => rank(a) - rank(b)), titles: pages }
    },
  )
}

/** Words as alternatives of a regular expression for a decoded path, to be matched case-insensitively. */
export const alternatives = (words: readonly string[]): string =>
  // Not every host can change the case of non-ASCII letters.
  words.flatMap((word) => Array.from(new Set([word, capitalised(word)].map(withoutAscii)), regexOf)).join('|')

/** Lower-cases a leading ASCII capital: hosts match ASCII case-insensitively. */
const withoutAscii = (word: string): string => word.replace(/^[A-Z]/, (letter) => letter.toLowerCase())

/** `guía` → `Guía`, while `c` stays, as services write the first segment. */
export const capitalised = (word: string): string => (word.length > 1 ? word.charAt(0).toUpperCase() + word.slice(1) : word)

/** A text as a regular expression; a space matches all its spellings. */
export const regexOf = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(' ', '[ +_]')

/** The address of a site's path below the base; addresses on another origin are unchanged. */
export const targetOf = (base: string, path: string): string => (path.startsWith('/') ? base + path.slice(1) : path)

/** Titles as regular expressions, ignoring case unless they differ only in that. A later title with the same pattern is omitted. */
export function titlePatterns(titles: readonly TitlePage[]): { pattern: string; isAnyCase: boolean; path: string }[] {
  const folded = (title: string): string => title.replace(/[+_]/g, ' ').toLowerCase()
  const groups = Map.groupBy(titles, ({ title }) => folded(title))
  const patterns = titles.map(({ title, path }) => ({ pattern: regexOf(title), isAnyCase: groups.get(folded(title))?.length === 1, path }))
  return Array.from(new Map(patterns.toReversed().map((one) => [one.pattern, one])).values()).toReversed()
}

/** Addresses stated by records, as regular expressions below the base. */
export const pagePatterns = ({ pages }: Pick<ServiceAddresses, 'pages'>): { pattern: string; path: string }[] =>
  Array.from(pages, ([name, path]) => ({ pattern: `${regexOf(name.slice(1))}/?`, path })).filter(({ pattern }) => isWritable(pattern))

/** nginx does not start with a word of 4,096 bytes, nor Apache with a line of 8,192: escaping can triple a title's length. */
const MAX_TITLE_BYTES = 500

/** True for a title or id that can be written in any configuration: it is not too long, and contains no line break or control character. */
export const isWritable = (title: string): boolean => Buffer.byteLength(title) <= MAX_TITLE_BYTES && !/\p{Cc}|\u2028|\u2029/u.test(title)
