/** Moves each number within its share, so that none falls into step with what repeats, such as the sizes of a picture. */
const GOLDEN = 0.618

/** As many of the whole numbers from 0 to `all` - 1 as wanted, one of each of as many equal shares; all of them where there are fewer. */
export function spread(all: number, wanted: number): number[] {
  const count = Math.min(all, wanted)
  const startOf = (at: number) => Math.floor((at * all) / count)
  return Array.from({ length: count }, (_, at) => startOf(at) + Math.floor(((at * GOLDEN) % 1) * (startOf(at + 1) - startOf(at))))
}

/**
 * How many different things there are in all, from how often each turned up in a sample of `share` of the places where they turn up: exactly the seen ones
 * when the sample was everything. What is in many places is counted too often rather than what is in one too seldom: most pictures are in one guide.
 */
export function differentInAll(timesSeen: Iterable<number>, share: number): number {
  let [once, repeated] = [0, 0]
  for (const times of timesSeen) {
    if (times === 1) once++
    else repeated++
  }
  return once === 0 ? repeated : Math.round(repeated + once / share)
}
