/** Callbacks for gestures. */
interface Told {
  /** 1: swiped to the left, for the next picture in left-to-right languages. */
  turned: (by: 1 | -1) => void
  scaled: (isCloser: boolean) => void
}

interface Point {
  x: number
  y: number
}

const MAX_SCALE = 6
/** The zoom factor of a double tap. */
const CLOSER = 2.5
const DOUBLE_TAP_MS = 300
/** A finger that moves less has tapped. */
const TAP_PX = 12
const SWIPE_PX = 50

const CENTRE: Point = { x: 0, y: 0 }

/** A picture in its frame: pinch or wheel zooms, a double tap toggles the zoom; one finger pans, or turns to another picture. */
export function zoomViewport(frame: HTMLElement, image: HTMLElement, { turned, scaled }: Told) {
  let scale = 1
  let offset = CENTRE
  /** The fingers on the frame, with their last positions. */
  const fingers = new Map<number, Point>()
  let start: Point | undefined
  let lastTap = { ...CENTRE, atMs: -Infinity }

  const isCloser = (): boolean => scale > 1
  /** Moves the picture, as far as it extends beyond its frame. */
  const pan = (x: number, y: number): void => {
    const within = (value: number, side: number) => Math.min(Math.max(value, (-side * (scale - 1)) / 2), (side * (scale - 1)) / 2)
    offset = { x: within(offset.x + x, frame.clientWidth), y: within(offset.y + y, frame.clientHeight) }
    image.style.transform = isCloser() ? `translate(${offset.x}px, ${offset.y}px) scale(${scale})` : ''
    scaled(isCloser())
  }
  const reset = (): void => {
    scale = 1
    pan(0, 0)
  }
  /** Zooms the picture; the point at `around`, relative to the frame's centre, stays fixed. */
  const scaleBy = (factor: number, around = CENTRE): void => {
    const before = scale
    scale = Math.min(MAX_SCALE, Math.max(1, scale * factor))
    const grown = scale / before
    offset = { x: around.x - (around.x - offset.x) * grown, y: around.y - (around.y - offset.y) * grown }
    pan(0, 0)
  }
  const toggle = (around?: Point): void => (isCloser() ? reset() : scaleBy(CLOSER, around))
  const fromCentre = ({ x, y }: Point): Point => {
    const { left, top, width, height } = frame.getBoundingClientRect()
    return { x: x - left - width / 2, y: y - top - height / 2 }
  }
  const tapped = (point: Point, atMs: number): void => {
    const isDouble = atMs - lastTap.atMs < DOUBLE_TAP_MS && distance(point, lastTap) < 3 * TAP_PX
    lastTap = isDouble ? { ...CENTRE, atMs: -Infinity } : { ...point, atMs }
    if (isDouble) toggle(fromCentre(point))
  }

  frame.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    event.preventDefault() // Prevents the mouse from dragging the picture out of the page.
    frame.setPointerCapture(event.pointerId)
    fingers.set(event.pointerId, pointOf(event))
    start = fingers.size === 1 ? pointOf(event) : undefined
  })
  frame.addEventListener('pointermove', (event) => {
    const [before, now] = [fingers.get(event.pointerId), pointOf(event)]
    if (!before) return
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    fingers.set(event.pointerId, now)
    if (other) {
      start = undefined
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
      scaleBy(distance(now, other) / Math.max(1, distance(before, other)), fromCentre(middle))
    }
    // If two fingers move alike, each moves the picture by half.
    if (isCloser()) pan((now.x - before.x) / fingers.size, (now.y - before.y) / fingers.size)
  })
  frame.addEventListener('pointerup', (event) => {
    fingers.delete(event.pointerId)
    if (!start) return
    const end = pointOf(event)
    const [x, y] = [end.x - start.x, end.y - start.y]
    if (distance(start, end) < TAP_PX) tapped(end, event.timeStamp)
    else if (!isCloser() && Math.abs(x) > SWIPE_PX && Math.abs(x) > Math.abs(y)) turned(x < 0 ? 1 : -1)
    start = undefined
  })
  frame.addEventListener('pointercancel', ({ pointerId }) => {
    fingers.delete(pointerId)
    start = undefined
  })
  frame.addEventListener('wheel', (event) => {
    event.preventDefault()
    scaleBy(Math.exp(-event.deltaY / 300), fromCentre(pointOf(event)))
  })
  return { isCloser, pan, reset, scaleBy, toggle }
}

const pointOf = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY })
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
