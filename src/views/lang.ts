import type { Site } from './site.ts'

/** A language id of the service's as browsers know it: Japanese can be `jp` (api-facts, Errors, languages, limits). */
export const languageTag = (langid: string): string => (langid === 'jp' ? 'ja' : langid)

/** The language of a record's text where it is another than the page's: its `lang` attribute. */
export function foreignLang(site: Site, langid: string): string | undefined {
  return langid && languageTag(langid) !== languageTag(site.lang) ? languageTag(langid) : undefined
}
