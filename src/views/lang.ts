import { languageTag } from '../model/language.ts'
import type { Site } from './site.ts'

/** The language of a record's text where it is another than the page's: its `lang` attribute. */
export function foreignLang(site: Site, langid: string): string | undefined {
  return langid && languageTag(langid) !== languageTag(site.lang) ? languageTag(langid) : undefined
}
