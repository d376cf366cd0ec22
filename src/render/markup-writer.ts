/** An open element of the output. */
interface Open {
  name: string
  /** The corresponding element of the source; none for a parent that the source omits. */
  source: object | undefined
  /** The index of its start tag among the pieces. */
  from: number
  isEmpty: boolean
}

/** Browsers flatten what is nested more than 512 times, and a page nests a text in elements of its own. */
const MAX_DEPTH = 100
const NEEDS_CONTENT = /^(h\d|summary|caption)$/

/** The HTML output, with its open elements and their content. */
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

  /** The depth of the innermost open element that matches, including itself; 0 if none does. */
  depthOf(is: (name: string) => boolean): number {
    return this.#open.findLastIndex(({ name }) => is(name)) + 1
  }

  /** Opens an element of the source. If nested too deeply, its content is kept without it. */
  open(name: string, tag: string, source: object): void {
    if (this.#open.length < MAX_DEPTH) this.#push(name, tag, source)
  }

  /** Opens an element that the source omits. */
  imply(name: string): void {
    this.#push(name, `<${name}>`, undefined)
  }

  /** Closes the innermost element if the source omits it. */
  closeImplied(name: string): void {
    const innermost = this.#open.at(-1)
    if (innermost?.name === name && !innermost.source) this.closeTo(this.#open.length - 1)
  }

  closeWhile(is: (name: string) => boolean): void {
    while (this.parent && is(this.parent)) this.closeTo(this.#open.length - 1)
  }

  /** Closes elements until this many are open. */
  closeTo(count: number): void {
    while (this.#open.length > count) this.#close(this.#open.pop())
  }

  /** Closes the output of a source element, with everything open in it. */
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
    // An empty heading confuses people who navigate by headings, and so does an empty column header.
    if (isEmpty && NEEDS_CONTENT.test(name)) this.#pieces.length = from
    else if (isEmpty && name === 'th') {
      this.#pieces[from] = (this.#pieces[from] ?? '').replace('<th', '<td').replace(/ scope="[^"]*"/, '')
      this.#pieces.push('</td>')
    } else this.#pieces.push(`</${name}>`)
  }
}
