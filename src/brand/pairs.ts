import { contrast, TEXT_CONTRAST } from './contrast.ts'
import { type Palette, type Scheme, SCHEMES } from './tokens.ts'

/** Which tokens are text, and on which grounds it stands. */
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

/** A text that can hardly be read. */
export interface Faint {
  scheme: Scheme
  text: string
  ground: string
  ratio: number
}

/** The pairs below {@link TEXT_CONTRAST}, the faintest first. */
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
