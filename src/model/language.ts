/** A language id of the service's as browsers know it: Japanese can be `jp` (api-facts, Errors, languages, limits). */
export const languageTag = (langid: string): string => (langid === 'jp' ? 'ja' : langid)
