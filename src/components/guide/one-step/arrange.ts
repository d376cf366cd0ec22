/** A picture's position and size, in pixels. */
export interface Place {
  width: number
  height: number
}

/** The pictures in each row, or, if turned, in each column. */
export interface Arrangement {
  places: Place[]
  isTurned: boolean
}

/**
 * Arranges pictures in a box, uncropped, in order, and as large as possible: of all ways to divide them into rows, or into columns, the one
 * that covers the largest area. `ratios` are width by height.
 */
export function arrange(ratios: readonly number[], box: Place, gap: number): Arrangement {
  const ways = partitions(ratios).flatMap((rows) => [
    { places: placed(rows, box, gap), isTurned: false },
    { places: turned(placed(turnedRatios(rows), turnedPlace(box), gap)), isTurned: true },
  ])
  return ways.reduce((best, way) => (worthOf(way.places) > worthOf(best.places) ? way : best))
}

/** Rows have equal width; if together they are too high, they shrink proportionally. Gaps never do. */
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

/** All ordered partitions of a short row: four for three pictures. */
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
/** The covered area; ties are broken by a larger first picture. */
const worthOf = (places: readonly Place[]): number =>
  places.reduce((sum, { width, height }, at) => sum + (at === 0 ? 1.05 : 1) * width * height, 0)
