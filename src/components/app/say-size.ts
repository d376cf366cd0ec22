const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A number of bytes in words: 3.4 MB. */
export function sizeIn(lang: string, bytes: number): string {
  const power = Math.min(3, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1000 ** power
  return new Intl.NumberFormat(lang, { style: 'unit', unit: UNITS[power] ?? 'byte', maximumFractionDigits: value < 10 ? 1 : 0 }).format(
    value,
  )
}

export const dateIn = (lang: string, atMs: number): string => new Intl.DateTimeFormat(lang, { dateStyle: 'long' }).format(atMs)
