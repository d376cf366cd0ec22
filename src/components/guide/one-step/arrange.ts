/** A picture's place, in pixels. */
export interface Place {
  width: number
  height: number
}

/** Pictures beside each other in each row, or, turned, below each other in each column. */
export interface Arrangement {
  places: Place[]
  isTurned: boolean
}

/**
 * Finds whole places for pictures in a box, in their order, as large as they fit: of all ways to part them into rows, or into columns, the one that
 * covers most of it. `ratios` are width by height.
 */
export function arrange(ratios: readonly number[], box: Place, gap: number): Arrangement {
  const ways = partitions(ratios).flatMap((rows) => [
    { places: placed(rows, box, gap), isTurned: false },
    { places: turned(placed(turnedRatios(rows), turnedPlace(box), gap)), isTurned: true },
  ])
  return ways.reduce((best, way) => (worthOf(way.places) > worthOf(best.places) ? way : best))
}

/** Rows share their width; where all of them are too high, they shrink alike. Gaps never do. */
function placed(rows: readonly (readonly number[])[], { width, height }: Place, gap: number): Place[] {
  const heights = rows.map((row) => Math.max(0, width - gap * (row.length - 1)) / row.reduce((sum, ratio) => sum + ratio, 0))
  const room = Math.max(0, height - gap * (rows.length - 1))
  const needed = heights.reduce((sum, one) => sum + one, 0)
  const scale = needed > room ? room / needed : 1
  return rows.flatMap((row, at) => {
    const high = (heights[at] ?? 0) * scale
    return row.map((ratio) => ({ width: ratio * high, height: high }))
  })
}

/** All ways to part a short row in order: of three, four. */
function partitions(ratios: readonly number[]): number[][][] {
  const [first, ...rest] = ratios
  if (first === undefined) return [[]]
  if (rest.length === 0) return [[[first]]]
  return partitions(rest).flatMap(([row = [], ...others]) => [
    [[first], row, ...others],
    [[first, ...row], ...others],
  ])
}

const turnedPlace = ({ width, height }: Place): Place => ({ width: height, height: width })
const turned = (places: readonly Place[]): Place[] => places.map(turnedPlace)
const turnedRatios = (rows: readonly (readonly number[])[]): number[][] => rows.map((row) => row.map((ratio) => 1 / ratio))
/** What is covered; of two that cover as much, the one with a larger first picture is worth more. */
const worthOf = (places: readonly Place[]): number =>
  places.reduce((sum, { width, height }, at) => sum + (at === 0 ? 1.05 : 1) * width * height, 0)
