/** A colour as the light sees it, and the same colour in the shade. */
export type Tone = readonly [light: string, shade: string]

/** Outlines and small details. */
export const INK = '#3a3340'

export const TEAL: Tone = ['#4a9895', '#347877']
export const ORANGE: Tone = ['#f08a5b', '#d1673b']
export const MUSTARD: Tone = ['#f6c866', '#dda33f']
export const CREAM: Tone = ['#fff7e9', '#ecdcc2']
export const SAGE: Tone = ['#a8c49c', '#83a57b']
export const STEEL: Tone = ['#dfe3e5', '#b1b9bf']
export const WOOD: Tone = ['#dba672', '#bd8350']
export const RUBBER: Tone = ['#635d70', '#4a4556']
export const RED: Tone = ['#dc6a60', '#b64c47']
export const SKY: Tone = ['#a9cfd8', '#7eaebb']

/** Backgrounds: the wall, and the lighter patch that the object stands before. */
export const GROUNDS = {
  peach: ['#f9dfcd', '#fdeee3'],
  butter: ['#f8e8bf', '#fdf5df'],
  mint: ['#d6e6d5', '#eaf3e8'],
  mist: ['#d5e4ea', '#eaf3f6'],
} as const
export type Ground = keyof typeof GROUNDS

/** Ring markers; the service's bullet colours of the same names. */
export const RINGS = ['#dd2c2c', '#f28a14', '#2a6fdb'] as const
