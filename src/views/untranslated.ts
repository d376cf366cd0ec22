import type { Site } from './site.ts'

/** Says that a text stands in another language than the page; '' for undefined: it does not. */
export function untranslatedNote({ words }: Site, textLang: string | undefined): string {
  if (textLang === undefined) return ''
  const names = new Intl.DisplayNames(words.lang, { type: 'language' })
  return words.say('language.untranslated', { language: names.of(textLang) ?? textLang })
}
