import { languageTag } from '../../model/language.ts'
import type { Site } from './site.ts'
import { languageNames } from './formats.ts'

/** The note that a text is in another language than the page, by its language id; '' if it is not, or if unknown. */
export function untranslatedNote({ lang, words }: Site, langid: string): string {
  const textLang = languageTag(langid)
  if (textLang === '' || textLang === lang) return ''
  const names = languageNames(words.lang)
  return words.say('language.untranslated', { language: names.of(textLang) ?? textLang })
}
