/** Shifts each number within its interval, so that the sample does not coincide with periodic patterns such as the sizes of a picture. */
const GOLDEN = 0.618

/** `wanted` integers from 0 to `all` - 1, one from each of equal intervals; all of them if there are fewer. */
export function spread(all: number, wanted: number): number[] {
  const count = Math.min(all, wanted)
  const startOf = (at: number) => Math.floor((at * all) / count)
  return Array.from({ length: count }, (_, at) => startOf(at) + Math.floor(((at * GOLDEN) % 1) * (startOf(at + 1) - startOf(at))))
}

/**
 * Estimates the number of distinct things from how often each occurred in a sample of `share` of the places: exact if the sample was
 * everything. Frequent things are overestimated rather than rare ones underestimated: most pictures are in one guide.
 */
export function differentInAll(timesSeen: Iterable<number>, share: number): number {
  let [once, repeated] = [0, 0]
  for (const times of timesSeen) {
    if (times === 1) once++
    else repeated++
  }
  return once === 0 ? repeated : Math.round(repeated + once / share)
}
