import { languageTag } from '../model/language.ts'
import { directionOf } from '../words/words.ts'
import type { Site } from './site.ts'

/** The language of a record's text where it is another than the page's: its `lang` attribute. */
export function foreignLang(site: Pick<Site, 'lang'>, langid: string): string | undefined {
  return langid && languageTag(langid) !== site.lang ? languageTag(langid) : undefined
}

/** The attributes of an element whose text is in another language than the page; none for undefined. */
export function langAttributes(lang: string | undefined): { lang?: string; dir?: 'ltr' | 'rtl' } {
  return lang ? { lang, dir: directionOf(lang) } : {}
}
