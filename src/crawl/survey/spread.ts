/** Moves each number within its share, so that none falls into step with what repeats, such as the sizes of a picture. */
const GOLDEN = 0.618

/** As many of the whole numbers from 0 to `all` - 1 as wanted, one of each of as many equal shares; all of them where there are fewer. */
export function spread(all: number, wanted: number): number[] {
  const count = Math.min(all, wanted)
  const startOf = (at: number) => Math.floor((at * all) / count)
  return Array.from({ length: count }, (_, at) => startOf(at) + Math.floor(((at * GOLDEN) % 1) * (startOf(at + 1) - startOf(at))))
}

/**
 * How many different things there are in all, from how often each turned up in a sample of `share` of the places where they turn up (Chao's
 * estimate from those seen once and twice): at least the seen ones, and exactly those when the sample was everything.
 */
export function differentInAll(timesSeen: Iterable<number>, share: number): number {
  let [seen, once, twice] = [0, 0, 0]
  for (const times of timesSeen) {
    seen++
    if (times === 1) once++
    if (times === 2) twice++
  }
  if (share >= 1 || seen === 0) return seen
  return Math.round(Math.min(seen / share, seen + ((1 - share) * once * (once - 1)) / (2 * (twice + 1))))
}
