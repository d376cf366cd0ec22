/** True for a selected language; all are if none or `all` was selected. */
export const hasLanguage = (chosen: readonly string[], lang: string): boolean =>
  chosen.length === 0 || chosen.includes('all') || chosen.includes(lang)
