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

/** A picture in its frame: pinch or wheel zooms, a double tap toggles the zoom; one finger pans, or turns to another picture. */
export class ZoomViewport {
  readonly #frame: HTMLElement
  readonly #image: HTMLElement
  readonly #told: Told
  #scale = 1
  #offset: Point = { x: 0, y: 0 }
  /** The fingers on the frame, with their last positions. */
  readonly #fingers = new Map<number, Point>()
  #start: Point | undefined
  #lastTap = { x: 0, y: 0, atMs: -Infinity }

  constructor(frame: HTMLElement, image: HTMLElement, told: Told) {
    this.#frame = frame
    this.#image = image
    this.#told = told
    frame.addEventListener('pointerdown', (event) => this.#down(event))
    frame.addEventListener('pointermove', (event) => this.#move(event))
    frame.addEventListener('pointerup', (event) => this.#up(event))
    frame.addEventListener('pointercancel', ({ pointerId }) => {
      this.#fingers.delete(pointerId)
      this.#start = undefined
    })
    frame.addEventListener('wheel', (event) => {
      event.preventDefault()
      this.scaleBy(Math.exp(-event.deltaY / 300), this.#fromMiddle(event))
    })
  }

  get isCloser(): boolean {
    return this.#scale > 1
  }

  reset(): void {
    this.#scale = 1
    this.pan(0, 0)
  }

  toggle(around?: Point): void {
    if (this.isCloser) this.reset()
    else this.scaleBy(CLOSER, around)
  }

  /** Zooms the picture; the point at `around`, relative to the frame's centre, stays fixed. */
  scaleBy(factor: number, around: Point = { x: 0, y: 0 }): void {
    const scale = Math.min(MAX_SCALE, Math.max(1, this.#scale * factor))
    const grown = scale / this.#scale
    this.#scale = scale
    this.#offset = { x: around.x - (around.x - this.#offset.x) * grown, y: around.y - (around.y - this.#offset.y) * grown }
    this.pan(0, 0)
  }

  /** Moves the picture, as far as it extends beyond its frame. */
  pan(x: number, y: number): void {
    const { clientWidth, clientHeight } = this.#frame
    const within = (value: number, side: number) =>
      Math.min(Math.max(value, (-side * (this.#scale - 1)) / 2), (side * (this.#scale - 1)) / 2)
    this.#offset = { x: within(this.#offset.x + x, clientWidth), y: within(this.#offset.y + y, clientHeight) }
    this.#image.style.transform = this.isCloser ? `translate(${this.#offset.x}px, ${this.#offset.y}px) scale(${this.#scale})` : ''
    this.#told.scaled(this.isCloser)
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return
    event.preventDefault() // Prevents the mouse from dragging the picture out of the page.
    this.#frame.setPointerCapture(event.pointerId)
    const point = { x: event.clientX, y: event.clientY }
    this.#fingers.set(event.pointerId, point)
    this.#start = this.#fingers.size === 1 ? point : undefined
  }

  #move(event: PointerEvent): void {
    const before = this.#fingers.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1]
    this.#fingers.set(event.pointerId, now)
    if (other) {
      this.#start = undefined
      const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 }
      this.scaleBy(distance(now, other) / Math.max(1, distance(before, other)), this.#fromMiddle(middle))
    }
    // If two fingers move alike, each moves the picture by half.
    if (this.isCloser) this.pan((now.x - before.x) / this.#fingers.size, (now.y - before.y) / this.#fingers.size)
  }

  #up(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId)
    const start = this.#start
    this.#start = undefined
    if (!start) return
    const end = { x: event.clientX, y: event.clientY }
    const [x, y] = [end.x - start.x, end.y - start.y]
    if (distance(start, end) < TAP_PX) this.#tapped(event)
    else if (!this.isCloser && Math.abs(x) > SWIPE_PX && Math.abs(x) > Math.abs(y)) this.#told.turned(x < 0 ? 1 : -1)
  }

  #tapped(event: PointerEvent): void {
    const tap = { x: event.clientX, y: event.clientY, atMs: event.timeStamp }
    const isDouble = tap.atMs - this.#lastTap.atMs < DOUBLE_TAP_MS && distance(tap, this.#lastTap) < 3 * TAP_PX
    this.#lastTap = isDouble ? { x: 0, y: 0, atMs: -Infinity } : tap
    if (isDouble) this.toggle(this.#fromMiddle(event))
  }

  #fromMiddle({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top, width, height } = this.#frame.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
