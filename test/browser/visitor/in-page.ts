// These functions run in the page: each is self-contained.

/** Opens everything folded on a page; returns whether there was any. */
export function unfold(): boolean {
  const folded = document.querySelectorAll<HTMLDetailsElement>('details:not([open])')
  for (const details of folded) details.open = true
  return folded.length > 0
}

/**
 * Elements that make a page wider than the window, and texts that overflow it or their own block. Scrolled or clipped content of a block is
 * fine.
 */
export function outOfPlace(): string[] {
  const SLACK_PX = 12
  const width = document.documentElement.clientWidth
  const found = document.documentElement.scrollWidth > width ? [`the page is ${document.documentElement.scrollWidth} px wide`] : []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement
    if (!parent?.checkVisibility() || !text.nodeValue?.trim()) continue
    let block = parent
    while (block.parentElement && getComputedStyle(block).display === 'inline') block = block.parentElement
    let cut: Element | null = block
    while (cut && getComputedStyle(cut).overflowX === 'visible') cut = cut.parentElement
    const bounds = block.getBoundingClientRect()
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    const isOut =
      left < Math.max(0, bounds.left) - 2 ||
      right > Math.min(width, bounds.right) + 2 ||
      top < bounds.top - SLACK_PX ||
      bottom > bounds.bottom + SLACK_PX
    const isCut = cut?.matches('main *, main ~ * *, .site-header *')
    if (isOut && !isCut)
      found.push(`${Math.round(left)}–${Math.round(right)} ${block.localName}.${block.className}: ${text.nodeValue.slice(0, 20)}`)
  }
  return [...new Set(found)].slice(0, 12)
}

/** Links and headings without a visible or audible word, repeated ids, and a number of main headings other than one. */
export function unnamed(): string[] {
  const nothing = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u
  const silent = [...document.querySelectorAll('a, h1, h2, h3')].filter(
    (element) =>
      element.checkVisibility() &&
      nothing.test(`${element.textContent}${element.getAttribute('aria-label') ?? ''}`) &&
      !element.querySelector('img'),
  )
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  const headings = document.querySelectorAll('h1').length
  return [
    ...silent.map(({ outerHTML }) => outerHTML.slice(0, 120)),
    ...ids.filter((id, at) => ids.indexOf(id) !== at),
    ...(headings === 1 ? [] : [`${headings} elements h1`]),
  ]
}

/** Texts that change the direction of writing and share a line with others, in elements and in attributes. */
export function runTogether(): string[] {
  const turns = /[\u202a-\u202e\u2066-\u2069]/
  const found: string[] = []
  for (const element of document.querySelectorAll('body, body *')) {
    for (const { name, value } of element.attributes)
      if (turns.test(value) && !name.startsWith('data-') && value.trim() !== 'Turned \u202egnp')
        found.push(`${element.localName} ${name}: ${value}`)
    const isTurning = [...element.childNodes].some((child) => child instanceof Text && turns.test(child.data))
    if (!isTurning || element.closest('script')) continue
    const { display, unicodeBidi } = getComputedStyle(element)
    const isApart = (display !== 'inline' && element.childNodes.length === 1) || unicodeBidi.includes('isolate')
    if (!isApart) found.push(element.outerHTML.slice(0, 120))
  }
  if (turns.test(document.title)) found.push(document.title)
  return found
}

/** The focused element, and the width in pixels of the ring around it or its card, in a colour other than the page's. */
export function focusRing(): { name: string; ring: number } {
  const focused = document.activeElement ?? document.body
  // The buttons of a video, which it represents, are the browser's own.
  if (focused.localName === 'video' && !focused.matches(':focus')) return { name: 'video', ring: Infinity }
  const { backgroundColor } = getComputedStyle(document.body)
  const rings = [focused, focused.closest('.card')].map((element) => {
    if (!element) return 0
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
    return outlineStyle === 'none' || outlineColor === backgroundColor ? 0 : Number.parseFloat(outlineWidth)
  })
  return { name: focused.outerHTML.slice(0, 160), ring: Math.max(...rings) }
}

/** The texts visible to a reader on the page, without those shown by a script. */
export const textsToRead = (elements: Element[]): string[] =>
  elements
    .filter((element) => element.checkVisibility() && !element.closest('[data-list-filter], .bench-bar, .resume, [data-prerequisite]'))
    .map((element) => (element instanceof HTMLElement ? element.innerText.replace(/\s+/g, ' ').trim() : ''))

/** The addresses of scripts loaded so far, by elements or by other scripts. */
export const scriptsLoaded = (): string[] =>
  (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ name, initiatorType }) => initiatorType === 'script' || new URL(name).pathname.endsWith('.js'))
    .map(({ name }) => name)

/** Scrolls to the end, so that every picture loads. */
export async function scrolledThrough(): Promise<void> {
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
    scrollTo({ top, behavior: 'instant' })
    await new Promise(requestAnimationFrame)
  }
  await Promise.all([...document.images].filter((image) => image.checkVisibility()).map((image) => image.decode().catch(() => undefined)))
}

/** The subjects of paint entries of a kind so far: the start tag of the largest, or what moved and how far. */
export async function entriesOf(type: string): Promise<string[]> {
  type Paint = PerformanceEntry & { element?: Element | null; value?: number; sources?: { node: Node | null }[] }
  // A change is drawn with the next frame, and reported after it.
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
  const observer = new PerformanceObserver(() => undefined)
  observer.observe({ type, buffered: true })
  const entries: Paint[] = observer.takeRecords()
  const tagOf = (node: Node | null | undefined): string =>
    node instanceof Element ? (node.cloneNode(false) as Element).outerHTML : (node?.parentElement?.localName ?? 'something')
  return entries.map(({ element, value, sources }) =>
    sources ? `${String(value)} by ${sources.map(({ node }) => tagOf(node)).join(', ')}` : tagOf(element),
  )
}

/** Replaces words by others, and returns those broken within a word, and elements that take more than one row. */
export function put({ lang, texts }: { lang: string; texts: Record<string, string> }): string[] {
  document.documentElement.lang = lang
  const found: string[] = []
  const rowsOf = (boxes: Iterable<DOMRect>) => new Set(Array.from(boxes, ({ top, height }) => Math.round(top + height / 2))).size
  for (const [selector, text] of Object.entries(texts)) {
    const element = document.querySelector(selector)
    if (!element?.checkVisibility()) continue
    element.textContent = text
    for (const { index, 0: word } of text.matchAll(/\S+/g)) {
      const range = document.createRange()
      range.setStart(element.firstChild as Text, index)
      range.setEnd(element.firstChild as Text, index + word.length)
      if (rowsOf(range.getClientRects()) > 1) found.push(`breaks ${word}`)
    }
  }
  for (const row of ['.search-form > *', '.step-guide > .bench-bar > :is([data-position], [data-do=end])']) {
    const shown = [...document.querySelectorAll(row)].filter((element) => element.checkVisibility())
    if (rowsOf(shown.map((element) => element.getBoundingClientRect())) > 1) found.push(`${row} in more than a row`)
  }
  const header = document.querySelector<HTMLElement>('.site-header')?.offsetHeight ?? 0
  return header === 56 ? found : [...found, `a header of ${header} pixels`]
}
