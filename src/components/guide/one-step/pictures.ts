import type { Step } from '../steps/steps.ts'

const GAP_PX = 8
/** The least share of the window for pictures if there is text below them. */
const SHARE_ABOVE_TEXT = 0.42
/** Below this size, pictures are useless, and the page scrolls. */
const LEAST_PX = 140

/** Shows a step's pictures uncropped and as large as the window allows, also after resizing, until the signal is aborted. */
export function fitPictures({ element }: Step, section: HTMLElement, signal: AbortSignal): void {
  const media = element.querySelector<HTMLElement>('.step-media')
  const images = [...element.querySelectorAll<HTMLImageElement>('.step-picture img')]
  if (!media || images.length === 0) return
  const fit = (): void => {
    const width = media.clientWidth
    const room = roomFor(media, element, section)
    const ratios = images.map((image) => Number(image.getAttribute('width')) / Number(image.getAttribute('height')) || 4 / 3)
    const { places, isTurned } = arrange(ratios, { width, height: Math.max(LEAST_PX, room) }, GAP_PX)
    media.classList.toggle('is-turned', isTurned)
    media.style.maxHeight = isTurned ? `${Math.max(LEAST_PX, room) + 1}px` : ''
    for (const [at, image] of images.entries()) {
      const place = places[at]
      if (!place) continue
      image.style.width = `${place.width}px`
      image.style.height = `${place.height}px`
      image.sizes = `${Math.ceil(place.width)}px`
    }
  }
  const observer = new ResizeObserver(fit)
  // Aids beside the buttons come later.
  for (const one of [section, section.querySelector('[data-turn]')]) if (one) observer.observe(one)
  signal.addEventListener('abort', () => {
    observer.disconnect()
    media.style.maxHeight = ''
    for (const image of images) {
      image.style.width = ''
      image.style.height = ''
    }
  })
  fit()
}

/** The height that the buttons and the rest of a step leave, wherever the step is in the window. */
function roomFor(media: HTMLElement, step: HTMLElement, section: HTMLElement): number {
  const [place, whole] = [media.getBoundingClientRect(), step.getBoundingClientRect()]
  const top = (step.parentElement?.getBoundingClientRect().top ?? 0) + section.scrollTop
  const turn = section.querySelector('[data-turn]')
  const room = innerHeight - top - (place.top - whole.top) - (isBeside(turn, media) ? 0 : (turn?.clientHeight ?? 0)) - GAP_PX
  if (isBeside(step.querySelector('.step-text'), media)) return room
  return Math.max(room - (whole.bottom - place.bottom), innerHeight * SHARE_ABOVE_TEXT)
}

function isBeside(other: Element | null, media: HTMLElement): boolean {
  const [one, place] = [other?.getBoundingClientRect(), media.getBoundingClientRect()]
  return one !== undefined && (one.left >= place.right || one.right <= place.left)
}

/** Marks a step's pictures when they are loaded: until then their places are filled, including the margins. */
export function markArrived({ element }: Step): void {
  for (const image of element.querySelectorAll('img')) {
    const mark = (): void => image.parentElement?.classList.add('is-here')
    if (image.complete && image.naturalWidth > 0) mark()
    else image.addEventListener('load', mark, { once: true })
  }
}

/** Preloads a step's pictures. */
export function loadPictures(step: Step | undefined): void {
  for (const image of step?.element.querySelectorAll('img') ?? []) image.loading = 'eager'
}

/** A picture's position and size, in pixels. */
interface Dimensions {
  width: number
  height: number
}

/**
 * Arranges pictures in a box, uncropped, in order, and as large as possible: of all ways to divide them into rows, or into columns, the one
 * that covers the largest area, row by row, or, if turned, column by column. `ratios` are width by height.
 */
export function arrange(ratios: readonly number[], box: Dimensions, gap: number): { places: Dimensions[]; isTurned: boolean } {
  const ways = partitions(ratios).flatMap((rows) => [
    { places: placed(rows, box, gap), isTurned: false },
    { places: turned(placed(turnedRatios(rows), turnedPlace(box), gap)), isTurned: true },
  ])
  return ways.reduce((best, way) => (worthOf(way.places) > worthOf(best.places) ? way : best))
}

/** Rows have equal width; if together they are too high, they shrink proportionally. Gaps never do. */
function placed(rows: readonly (readonly number[])[], { width, height }: Dimensions, gap: number): Dimensions[] {
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

const turnedPlace = ({ width, height }: Dimensions): Dimensions => ({ width: height, height: width })
const turned = (places: readonly Dimensions[]): Dimensions[] => places.map(turnedPlace)
const turnedRatios = (rows: readonly (readonly number[])[]): number[][] => rows.map((row) => row.map((ratio) => 1 / ratio))
/** The covered area; ties are broken by a larger first picture. */
const worthOf = (places: readonly Dimensions[]): number =>
  places.reduce((sum, { width, height }, at) => sum + (at === 0 ? 1.05 : 1) * width * height, 0)
