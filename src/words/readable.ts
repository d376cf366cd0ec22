/** A code that nobody foresaw, as readable as it can be: `how-to` → `How to`, `GUIDE_NEW` → `New`. */
export function readable(code: string): string {
  const words = code
    .replace(/^GUIDE_/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
  return capitalised(/^[A-Z\d\s]+$/.test(words) ? words.toLowerCase() : words)
}

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
