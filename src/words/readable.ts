/** An unknown code as readable text: `how-to` → `How to`, `GUIDE_NEW` → `New`. */
export function readable(code: string): string {
  const words = code
    .replace(/^GUIDE_/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
  return capitalised(/^[A-Z\d\s]+$/.test(words) ? words.toLowerCase() : words)
}

/** Capitalizes the first letter by the rules of the language: `ilk` is `İlk` in Turkish. */
export const capitalised = (words: string, lang = 'en'): string => words.charAt(0).toLocaleUpperCase(lang) + words.slice(1)
