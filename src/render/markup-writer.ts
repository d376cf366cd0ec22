/** An element that is open in what is written. */
interface Open {
  name: string
  /** The element of the source that it stands for; none for a parent that the source left out. */
  source: object | undefined
  /** Where its start tag stands among the pieces. */
  from: number
  isEmpty: boolean
}

/** Browsers flatten what is nested more than 512 times, and a page puts some of its own around a text. */
const MAX_DEPTH = 100
const NEEDS_CONTENT = /^(h\d|summary|caption)$/

/** HTML on its way out: which elements are open, and what stands in them. */
export class MarkupWriter {
  readonly #pieces: string[] = []
  readonly #open: Open[] = []

  /** The name of the innermost open element; '' at the top. */
  get parent(): string {
    return this.#open.at(-1)?.name ?? ''
  }

  get isParentEmpty(): boolean {
    return this.#open.at(-1)?.isEmpty ?? true
  }

  has(source: object): boolean {
    return this.#open.some((element) => element.source === source)
  }

  /** How many elements stand around the innermost open one that is as asked, itself included; 0 when none is. */
  depthOf(is: (name: string) => boolean): number {
    return this.#open.findLastIndex(({ name }) => is(name)) + 1
  }

  /** Opens an element of the source. Too deep, its content stays without it. */
  open(name: string, tag: string, source: object): void {
    if (this.#open.length < MAX_DEPTH) this.#push(name, tag, source)
  }

  /** Opens an element that the source left out. */
  imply(name: string): void {
    this.#push(name, `<${name}>`, undefined)
  }

  /** Closes the innermost element if the source left it out. */
  closeImplied(name: string): void {
    const innermost = this.#open.at(-1)
    if (innermost?.name === name && !innermost.source) this.closeTo(this.#open.length - 1)
  }

  closeWhile(is: (name: string) => boolean): void {
    while (this.parent && is(this.parent)) this.closeTo(this.#open.length - 1)
  }

  /** Closes elements until so many are open. */
  closeTo(count: number): void {
    while (this.#open.length > count) this.#close(this.#open.pop())
  }

  /** Closes what stands for an element of the source, with all that is open in it. */
  closeSource(source: object): void {
    const place = this.#open.findLastIndex((element) => element.source === source)
    if (place >= 0) this.closeTo(place)
  }

  write(piece: string, isContent = true): void {
    this.#pieces.push(piece)
    if (isContent) for (const element of this.#open) element.isEmpty = false
  }

  end(): string {
    this.closeTo(0)
    return this.#pieces.join('')
  }

  #push(name: string, tag: string, source: object | undefined): void {
    this.#open.push({ name, source, from: this.#pieces.length, isEmpty: true })
    this.#pieces.push(tag)
  }

  #close(element: Open | undefined): void {
    if (!element) return
    const { name, from, isEmpty } = element
    // A heading without words is a riddle to those who jump from one to the next, and so is the head of a column.
    if (isEmpty && NEEDS_CONTENT.test(name)) this.#pieces.length = from
    else if (isEmpty && name === 'th') {
      this.#pieces[from] = (this.#pieces[from] ?? '').replace('<th', '<td').replace(/ scope="[^"]*"/, '')
      this.#pieces.push('</td>')
    } else this.#pieces.push(`</${name}>`)
  }
}
