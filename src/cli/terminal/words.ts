const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** 3600000 → "3.6 MB". */
export function bytesInWords(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** step
  return `${step > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[step] ?? ''}`
}

/** 1234 → "1.2 s", 200000 → "3 min 20 s", 7300000 → "2 h 1 min". */
export function timeInWords(ms: number): string {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** 1234 → "1,234". */
export const numberInWords = (value: number): string => value.toLocaleString('en-US')

/** The progress of work: 3, 12 → " (25 %)". */
export const percentOf = (done: number, known: number): string => (known > 0 ? ` (${Math.floor((100 * done) / known)} %)` : '')

/** 1, "page" → "1 page"; 2 → "2 pages". */
export const countOf = (count: number, noun: string): string => `${numberInWords(count)} ${count === 1 ? noun : pluralOf(noun)}`

const pluralOf = (noun: string): string => `${noun}${noun.endsWith('s') ? 'es' : 's'}`

/** Rows as aligned columns: text to the left; of numbers, only the first column. */
export function table(rows: readonly (readonly string[])[], content: 'numbers' | 'text' = 'numbers'): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const isLeft = (column: number): boolean => column === 0 || content === 'text'
  const aligned = (cell: string, column: number) => cell[isLeft(column) ? 'padEnd' : 'padStart'](widths[column] ?? 0)
  return rows.map((row) => row.map(aligned).join('  ').trimEnd())
}
