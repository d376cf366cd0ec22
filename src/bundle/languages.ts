/** True for a language among those that were chosen; all are where none was, or `all`. */
export const hasLanguage = (chosen: readonly string[], lang: string): boolean =>
  chosen.length === 0 || chosen.includes('all') || chosen.includes(lang)
