import { languageTag } from '../../model/language.ts'
import { borrowedLang, directionOf } from '../../words/words.ts'
import type { Site } from './site.ts'
import { languageNames } from './formats.ts'

/** The `lang` attribute of a record's text if it differs from the interface. A text without a language is in the page's. */
export function foreignLang(site: Pick<Site, 'lang' | 'words'>, langid: string): string | undefined {
  const lang = langid ? languageTag(langid) : site.lang
  return lang === (interfaceLang(site) ?? site.lang) ? undefined : lang
}

/** The interface language if it differs from the page's: English if there are no words in the page's language. */
export const interfaceLang = ({ lang, words }: Pick<Site, 'lang' | 'words'>): string | undefined => borrowedLang(lang, words)

/** The attributes of an element whose text is in another language than the page; none for undefined. */
export function langAttributes(lang: string | undefined): { lang?: string; dir?: 'ltr' | 'rtl' } {
  return lang ? { lang, dir: directionOf(lang) } : {}
}

/** The note that a text is in another language than the page, by its language id; '' if it is not, or if unknown. */
export function untranslatedNote({ lang, words }: Site, langid: string): string {
  const textLang = languageTag(langid)
  if (textLang === '' || textLang === lang) return ''
  const names = languageNames(words.lang)
  return words.say('language.untranslated', { language: names.of(textLang) ?? textLang })
}
