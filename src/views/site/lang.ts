import { languageTag } from '../../model/language.ts'
import { borrowedLang, directionOf } from '../../words/words.ts'
import type { Site } from './site.ts'

/**
 * The language of a record's text where it is another than that of the interface around it: its `lang` attribute. A text that does not say
 * its language is in the page's.
 */
export function foreignLang(site: Pick<Site, 'lang' | 'words'>, langid: string): string | undefined {
  const lang = langid ? languageTag(langid) : site.lang
  return lang === (interfaceLang(site) ?? site.lang) ? undefined : lang
}

/** The language of the interface where it is another than the page's: English, where there are no words in the page's. */
export const interfaceLang = ({ lang, words }: Pick<Site, 'lang' | 'words'>): string | undefined => borrowedLang(lang, words)

/** The attributes of an element whose text is in another language than the page; none for undefined. */
export function langAttributes(lang: string | undefined): { lang?: string; dir?: 'ltr' | 'rtl' } {
  return lang ? { lang, dir: directionOf(lang) } : {}
}
