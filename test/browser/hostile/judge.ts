// These functions run in the page: each is self-contained.

/**
 * The HTML allowed from the service, inline elements first, listed again independently: a mistake in the sanitizer's own list must not
 * pass.
 */
export const ALLOWED_ELEMENTS =
  `a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q s samp small span strong sub sup time u var wbr
  blockquote caption dd details div dl dt figcaption figure h2 h3 h4 h5 h6 hr li ol p pre summary table tbody td tfoot th thead tr ul`.split(
    /\s+/,
  )
export const ALLOWED_ATTRIBUTES =
  'href rel data-embed src alt width height loading decoding datetime id class title lang dir start reversed type value colspan rowspan scope open'.split(
    ' ',
  )

interface Judgement {
  paths: string[]
  /** Pages of the same kinds with nothing hostile in them. */
  fine: string[]
  /** Our own markup that occurs in no fine page. */
  own: string
  elements: string[]
  attributes: string[]
}

/**
 * Forbidden results of parsing pages: elements and attributes that neither the allow-list nor a fine page has, addresses that are not plain
 * addresses, elements that escaped their place, repeated ids.
 */
export async function strangersOnPages({ paths, fine, own, elements, attributes }: Judgement): Promise<string[]> {
  const parsed = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')
  const read = async (path: string): Promise<Document> => parsed(await (await fetch(path)).text())
  const isOwn = (element: Element): boolean =>
    element.namespaceURI !== 'http://www.w3.org/1999/xhtml' || !elements.includes(element.localName)
  /** An element of the page's own without its content: of scripts, styles and frames everything counts. */
  const shapeOf = (element: Element): string => {
    const isActive = /^(script|link|base|iframe|form|input|button|style)$/.test(element.localName) || element.hasAttribute('http-equiv')
    const values = [...element.attributes].map(({ name, value }) =>
      isActive && !/^(title|aria-label|placeholder|href|data-.*)$/.test(name) ? `${name}=${value}` : name,
    )
    return `${element.namespaceURI ?? ''} ${element.localName} ${values.sort().join(' ')}`
  }
  const place = (page: Document): string => [...page.body.children].map(({ localName }) => localName).join(' ')
  const known = new Set<string>()
  const knownAttributes = new Set<string>()
  const knownPlaces = new Set<string>()
  for (const page of [parsed(own), ...(await Promise.all(fine.map(read)))]) {
    knownPlaces.add(place(page))
    for (const element of page.querySelectorAll('*')) {
      known.add(shapeOf(element))
      for (const { name } of element.attributes) knownAttributes.add(`${element.localName} ${name}`)
    }
  }

  const strangersIn = (page: Document): string[] => {
    const strangers: string[] = []
    const ids = new Set<string>()
    if (!knownPlaces.has(place(page))) strangers.push(`something out of its place: ${place(page)}`)
    for (const element of page.querySelectorAll('*')) {
      if (isOwn(element) && !known.has(shapeOf(element))) strangers.push(shapeOf(element))
      if (element.id && ids.has(element.id)) strangers.push(`a second ${element.id}`)
      ids.add(element.id)
      for (const { name, value } of element.attributes) {
        if (/^(on|style$|srcdoc$)/.test(name)) strangers.push(`${element.localName} ${name}`)
        if (!attributes.includes(name) && !knownAttributes.has(`${element.localName} ${name}`))
          strangers.push(`${element.localName} ${name}`)
        const isBenchbookError = /^(src|srcset|poster|action)$/.test(name)
        if (isBenchbookError && !/^\/(?!\/)/.test(value)) strangers.push(`${name}=${value.slice(0, 50)}`)
        if (name === 'href' && !/^(https?:\/\/|\/(?!\/)|#|mailto:|tel:)/.test(value)) strangers.push(`${name}=${value.slice(0, 50)}`)
        if (name === 'data-embed' && !value.startsWith('https://www.youtube-nocookie.com/embed/')) strangers.push(`${name}=${value}`)
      }
    }
    return strangers
  }
  const found: string[] = []
  const left = [...paths]
  const judgeSome = async (): Promise<void> => {
    for (let path = left.pop(); path; path = left.pop())
      for (const stranger of strangersIn(await read(path))) found.push(`${path}: ${stranger.slice(0, 200)}`)
  }
  await Promise.all(Array.from({ length: 8 }, judgeSome))
  return found
}

/**
 * The structures of pages, which texts must not change: elements and names of attributes in order. Returns the pages that differ from
 * `fine`.
 */
export async function misshapen({ paths, fine }: { paths: string[]; fine: string }): Promise<string[]> {
  const shapeOf = async (path: string): Promise<string[]> => {
    const page = new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/html')
    return [...page.querySelectorAll('*')].map(
      (element) => `${element.parentElement?.localName ?? ''}>${element.localName} ${element.getAttributeNames().join(' ')}`,
    )
  }
  const wanted = await shapeOf(fine)
  const differ: string[] = []
  for (const path of paths) {
    const shape = await shapeOf(path)
    const at = Array.from({ length: Math.max(shape.length, wanted.length) }, (_, index) => index).find(
      (index) => shape[index] !== wanted[index],
    )
    if (at !== undefined) differ.push(`${path}: ${shape[at] ?? 'nothing'} instead of ${wanted[at] ?? 'nothing'}`)
  }
  return differ
}

declare global {
  interface Window {
    /** The code that hostile input managed to run. */
    fired: string[]
  }
}

/** Makes any code that runs leave a trace. */
export function trap(): void {
  window.fired = []
  const trace = (what: string) => () => void window.fired.push(what)
  Object.assign(window, {
    alert: trace('alert'),
    confirm: trace('confirm'),
    prompt: trace('prompt'),
    open: () => null,
    print: () => undefined,
  })
  addEventListener(
    'click',
    (event) => {
      const link = event.composedPath().find((target) => target instanceof Element && /^(a|area)$/.test(target.localName))
      // A link may be followed only if following it runs code.
      if (!(link instanceof HTMLAnchorElement && link.protocol === 'javascript:')) event.preventDefault()
    },
    { capture: true },
  )
  addEventListener('submit', (event) => event.preventDefault(), { capture: true })
}

/** Hovers, focuses and clicks every element of the page, and waits for the effects. */
export async function touchEverything(): Promise<{ touched: number; fired: string[] }> {
  const kinds = 'pointerover pointerenter mouseover mouseenter pointermove mousemove pointerdown mousedown keydown toggle'.split(' ')
  const events = kinds.map((kind) => new Event(kind))
  const elements = [...document.querySelectorAll<HTMLElement>('body, body *')]
  // Each in a separate loop: a click changes the page, and focus forces its layout.
  for (const element of elements) for (const event of events) element.dispatchEvent(event)
  for (const element of elements) if (element.tabIndex >= 0) element.focus({ preventScroll: true })
  for (const element of elements) if (element instanceof HTMLElement) element.click()
  await new Promise((later) => setTimeout(later, 50))
  return { touched: elements.length, fired: window.fired }
}
