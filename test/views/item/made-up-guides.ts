import { guide } from '../small-site.ts'

const SYLLABLES = 'ba be bi bo ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so ta te ti to va ve vi vo'.split(' ')

/**
 * Guides with one to five tools out of 800, some of which most guides need, and titles of four to six words out of 3,000. Words are random syllables, which pack
 * worse than those of people. The same each time.
 */
export function madeUpGuides(count: number) {
  const random = randomNumbers()
  const below = (end: number): number => Math.floor(random() * end)
  /** The first far more often than the last. */
  const early = (end: number): number => Math.floor(end ** random()) - 1
  const word = (length: number): string => Array.from({ length }, () => SYLLABLES[below(SYLLABLES.length)]).join('')
  const words = Array.from({ length: 3_000 }, () => word(2 + below(3)))
  const tools = Array.from({ length: 800 }, () => `${word(2)} ${word(3)}`)
  return Array.from({ length: count }, (_, at) => {
    const own = new Set(Array.from({ length: 1 + below(5) }, () => tools[early(tools.length)] ?? ''))
    return guide(at + 1, {
      title: Array.from({ length: 4 + below(3) }, () => words[below(words.length)]).join(' '),
      category: `Category ${Math.floor(random() * random() * 24)}`,
      tools: Array.from(own, (text) => ({ text, type: '', url: '', quantity: 1 })),
    })
  })
}

/** Numbers from 0 to 1 (mulberry32). */
function randomNumbers(): () => number {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
