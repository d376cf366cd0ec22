/** A language id of the service as a browser's language tag, in lower case: Japanese can be `jp` (api-facts, Errors, languages, limits). */
export function languageTag(langid: string): string {
  const tag = langid.trim().toLowerCase().replaceAll('_', '-')
  return tag === 'jp' ? 'ja' : tag
}

/** True for a plausible language tag: a code of two or three letters with optional subtags, in a form that `Intl` accepts. */
export function isLanguageTag(tag: string): boolean {
  if (!/^[a-z]{2,3}(-[a-z0-9]{1,8}){0,3}$/.test(tag)) return false
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false // `en-us-us` looks like a tag and is none
  }
}
