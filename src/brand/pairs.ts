import { contrast, TEXT_CONTRAST } from './contrast.ts'
import { type Palette, type Scheme, SCHEMES } from './tokens.ts'

/** Text tokens, with the background tokens that they are used on. */
export const PAIRS: Readonly<Record<string, readonly string[]>> = {
  ink: ['paper', 'surface', 'sunken', 'accent-soft', 'note-soft', 'caution-soft', 'reminder-soft', 'good-soft'],
  muted: ['paper', 'surface', 'sunken'],
  accent: ['paper', 'surface', 'sunken', 'accent-soft'],
  'accent-strong': ['paper', 'surface', 'sunken', 'accent-soft'],
  'on-accent': ['accent', 'accent-strong'],
  note: ['note-soft'],
  caution: ['caution-soft'],
  reminder: ['reminder-soft'],
  good: ['good-soft'],
}

/** A text with insufficient contrast. */
export interface Faint {
  scheme: Scheme
  text: string
  ground: string
  ratio: number
}

/** The pairs below {@link TEXT_CONTRAST}, the lowest contrast first. */
export function faintPairs(palettes: Readonly<Record<Scheme, Palette>>): Faint[] {
  const all = SCHEMES.flatMap((scheme) =>
    Object.entries(PAIRS).flatMap(([text, grounds]) =>
      grounds.flatMap((ground) => {
        const [above, below] = [palettes[scheme][text], palettes[scheme][ground]]
        return above && below ? [{ scheme, text, ground, ratio: contrast(above, below) }] : []
      }),
    ),
  )
  return all.filter(({ ratio }) => ratio < TEXT_CONTRAST).sort((a, b) => a.ratio - b.ratio)
}
