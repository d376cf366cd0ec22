const PIXELS_IN = { '': 1, px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96, em: 16, ex: 8 } as const

/** A positive length in pixels; undefined for any other text. */
export function pixels(length: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d{0,9}\.?\d{0,9})(px|pt|pc|mm|cm|in|em|ex)?$/.exec(length.trim()) ?? []
  const value = Number(number) * PIXELS_IN[unit as keyof typeof PIXELS_IN]
  return number && value > 0 ? value : undefined
}

const LENGTH = /^([+-]?(?:\d{1,99}(?:\.\d{0,99})?|\.\d{1,99})(?:e[+-]?\d{1,9})?)(px|pt|pc|mm|cm|in|em|ex|%)?$/i

/** A coordinate or a length in user units, or a percentage of `whole`; NaN for anything complex. */
export function userUnits(length: string, whole = Number.NaN, em = 16): number {
  const [, number, unit = ''] = LENGTH.exec(length.trim()) ?? []
  if (number === undefined) return Number.NaN
  const key = unit.toLowerCase()
  if (key === '%') return (Number(number) / 100) * whole
  if (key === 'em' || key === 'ex') return Number(number) * em
  return Number(number) * PIXELS_IN[key as keyof typeof PIXELS_IN]
}
