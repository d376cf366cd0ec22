import { z } from 'zod'
import { isLanguageTag, languageTag } from '../model/language.ts'
import { parse } from '../model/parse.ts'
import { list, text } from '../model/php.ts'
import { nameOf, TREE_KINDS } from './endpoints.ts'
import type { RecordKind } from '../model/resources.ts'
import type { RecordKey } from '../cache/layout.ts'

/** What an answer says about languages, with the service's language ids. */
export type Spoken = ReturnType<typeof spokenIn>

/** More languages than anyone translates into: a limit for a service that invents new ones. */
export const MAX_LANGUAGES = 200

/** After this many missing translations and no hit, a language that records do not name counts as absent. */
const ENOUGH = 5

const langids = list(text).optional()
const spokenSchema = z.object({ locale: text, langid: text, available_langids: langids, langs: langids, languages: langids })

/** The language of an answer itself, from each field that has one, and those of its translations, if known; `/sites/info` has `langs`. */
export function spokenIn(answer: unknown): { langs: string[]; available: string[] | undefined } {
  const parsed = parse(spokenSchema, answer)
  if (!parsed.ok) return { langs: [], available: undefined }
  const { locale, langid, available_langids, langs, languages } = parsed.value
  return { langs: [langid, locale].filter(Boolean), available: available_langids ?? langs ?? languages }
}

const TRANSLATED_KINDS: readonly RecordKind[] = ['guide', 'wiki']

/**
 * Decides which translations a crawl requests, and with which language ids. `wanted` contains language tags, or `all` for every language that
 * the service has.
 */
export function makeLanguages(wanted: readonly string[] = []) {
  const named = wanted.includes('all') ? undefined : new Set(wanted.map(languageTag))
  /** By tag: the service's id, as first seen. */
  const heard = new Map<string, string>()
  /** By the record's name, if it uses a different id for the language than other records. */
  const exceptions = new Map<string, string>()
  /** By kind and language: translations requested in vain so far; removed after a hit. */
  const misses = new Map<string, number>()
  let [areNamed, hasTooMany] = [false, false]

  const wants = (lang: string): boolean => named?.has(lang) ?? true

  function hear(lang: string, langid: string): boolean {
    if (!heard.has(lang) && heard.size < MAX_LANGUAGES) heard.set(lang, langid)
    if (!heard.has(lang) && wants(lang)) hasTooMany = true
    return heard.has(lang)
  }

  return {
    wants,
    hasTooMany: () => hasTooMany,
    /** The translations of a record to request, given its answer: those that it lists or, if it lists none, those requested by name. */
    of(key: RecordKey, { langs, available }: Spoken): (RecordKey & { lang: string })[] {
      const isTranslated = TRANSLATED_KINDS.includes(key.kind)
      if (key.lang || (!isTranslated && key.kind !== 'site')) return []
      if (isTranslated && available) areNamed = true
      const source = new Set(langs.map(languageTag))
      return (available ?? (isTranslated ? [...(named ?? [])] : [])).flatMap((langid) => {
        const lang = languageTag(langid)
        if (!isLanguageTag(lang) || !hear(lang, langid) || !isTranslated || source.has(lang) || !wants(lang)) return []
        const translation = { ...key, lang }
        if (heard.get(lang) !== langid) exceptions.set(nameOf(translation), langid)
        return [translation]
      })
    },
    /** The requested languages that the service has, according to its answers so far. */
    tags: (): string[] => [...new Set([...(named ?? []), ...heard.keys()])].filter(wants),
    noteFound({ kind, lang }: RecordKey): void {
      if (lang) misses.set(`${kind} ${lang}`, Number.NEGATIVE_INFINITY)
    },
    /** True for the miss after which this kind and language is no longer requested. */
    missed({ kind, lang }: RecordKey): boolean {
      if (!lang || !TRANSLATED_KINDS.includes(kind)) return false
      const count = (misses.get(`${kind} ${lang}`) ?? 0) + 1
      misses.set(`${kind} ${lang}`, count)
      return count === ENOUGH && !areNamed
    },
    /** True for a translation that no record names, of a kind and language that does not seem to exist. */
    isLacking: ({ kind, lang }: RecordKey): boolean => lang !== undefined && !areNamed && (misses.get(`${kind} ${lang}`) ?? 0) >= ENOUGH,
    langidOf: (key: RecordKey): string | undefined => key.lang && (exceptions.get(nameOf(key)) ?? heard.get(key.lang) ?? key.lang),
  }
}

/** Why an answer with status 200 is not the requested translation (api-facts, Errors, languages, limits); undefined if it is. */
export function whyNoTranslation(
  key: RecordKey,
  { url, text, answer }: { url: string; text: string; answer: unknown },
  sourceText: () => string | undefined,
): string | undefined {
  if (!key.lang) return undefined
  // A tree does not state its language.
  if (TREE_KINDS.includes(key.kind))
    return sourceText() === text ? `Missing translation: ${url} answered as without a language.` : undefined
  const tags = [...new Set(spokenIn(answer).langs.map(languageTag))]
  if (tags.length === 0 || tags.some((tag) => tag !== key.lang))
    return `Missing translation: ${url} answered in ${tags.join(' and ') || 'a language that it does not name'}, not in ${key.lang}.`
  return isUnapproved(answer) ? `Missing translation: ${url} has not been approved yet (revisionid 0).` : undefined
}

function isUnapproved(answer: unknown): boolean {
  const revisionid = typeof answer === 'object' && answer && 'revisionid' in answer ? answer.revisionid : undefined
  return revisionid === 0 || revisionid === '0'
}
