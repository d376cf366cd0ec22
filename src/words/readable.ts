/** A code that nobody foresaw, as readable as it can be: `how-to` → `How to`, `GUIDE_NEW` → `New`. */
export function readable(code: string): string {
  const words = code
    .replace(/^GUIDE_/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
  return capitalised(/^[A-Z\d\s]+$/.test(words) ? words.toLowerCase() : words)
}

/** With a capital at its beginning, as the language writes it: `ilk` is `İlk` in Turkish. */
export const capitalised = (words: string, lang = 'en'): string => words.charAt(0).toLocaleUpperCase(lang) + words.slice(1)
