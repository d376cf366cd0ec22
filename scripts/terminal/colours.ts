import type { Colouring } from '../../src/colours/colour-pictures.ts'
import { countOf, numberInWords, timeInWords } from './words.ts'

/** What {@link Colouring} took. */
export interface ColoursReport extends Colouring {
  ms: number
}

/** What became of the pictures that were new, in one line; none when there were none. */
export function coloursInWords({ coloured, transparent, large, unreadable, ms }: ColoursReport): string[] {
  const without = Object.entries({ transparent, 'too large': large, unreadable }).filter(([, count]) => count > 0)
  if (coloured === 0 && without.length === 0) return []
  const none = without.map(([why, count]) => `${numberInWords(count)} ${why}`).join(', ')
  return [`Colours: ${countOf(coloured, 'picture')} in ${timeInWords(ms)}${none && `; without one: ${none}`}`]
}
