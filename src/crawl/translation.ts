import { languageTag } from '../model/language.ts'
import { sourceOf, TREE_KINDS } from './endpoints.ts'
import { spokenIn } from './languages.ts'
import type { CacheWriter } from '../cache/writer.ts'
import type { CrawlParts } from './crawl-parts.ts'
import type { Languages } from './languages.ts'
import type { RecordKey } from '../cache/layout.ts'

/**
 * Why an answer is not the requested translation; undefined if it is. Services answer 200 in the source language if a translation is
 * missing, and with `revisionid` 0 if it has not been approved yet (api-facts, Errors, languages, limits).
 */
export function whyNoTranslation(
  writer: CacheWriter,
  key: RecordKey,
  { url, text, answer }: { url: string; text: string; answer: unknown },
): string | undefined {
  if (!key.lang) return undefined
  if (TREE_KINDS.includes(key.kind))
    return sourceText(writer, key) === text ? `Missing translation: ${url} answered as without a language.` : undefined
  const tags = [...new Set(spokenIn(answer).langs.map(languageTag))]
  if (tags.length === 0 || tags.some((tag) => tag !== key.lang))
    return `Missing translation: ${url} answered in ${tags.join(' and ') || 'a language that it does not name'}, not in ${key.lang}.`
  return isUnapproved(answer) ? `Missing translation: ${url} is one that nobody has approved yet (revisionid 0).` : undefined
}

/** A tree does not state its language. */
function sourceText(writer: CacheWriter, key: RecordKey): string | undefined {
  const source = sourceOf(key)
  return writer.pendingRecord(source) ?? writer.finishedRecord(source)
}

function isUnapproved(answer: unknown): boolean {
  const revisionid = typeof answer === 'object' && answer && 'revisionid' in answer ? answer.revisionid : undefined
  return revisionid === 0 || revisionid === '0'
}

/** Discards an interrupted crawl's translations of a record, which is itself requested again. */
export function forgetTranslations(
  { languages, writer }: { languages: Languages; writer: CacheWriter },
  key: RecordKey,
  answer: unknown,
): void {
  for (const translation of languages.of(key, spokenIn(answer))) writer.forgetRecord(translation)
}

/** Adds the trees in the other languages to the frontier; the languages are known once all records are read. */
export function wantTrees({ service, frontier, discovery }: Pick<CrawlParts, 'service' | 'frontier' | 'discovery'>): void {
  const source = languageTag(service.facts.lang())
  for (const kind of TREE_KINDS) {
    // The bare tree has no titles except its keys.
    if (kind === 'categories' || frontier.kept(kind).next().done) continue
    for (const lang of service.languages.tags()) if (lang !== source) discovery.want({ kind, id: '', lang }, 'translation', `${kind} `)
  }
}
