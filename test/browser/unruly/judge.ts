// These functions run in the page: each stands alone.

/** What makes a page wider than the window, and texts that stand outside of it or of their own block. What scrolls or is cut in a block of its own is in its place. */
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

/** Links and headings without a word that somebody can see or hear, and ids that stand twice. */
export function wordless(): string[] {
  const nothing = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u
  const silent = [...document.querySelectorAll('a, h1, h2, h3')].filter(
    (element) =>
      element.checkVisibility() &&
      nothing.test(`${element.textContent}${element.getAttribute('aria-label') ?? ''}`) &&
      !element.querySelector('img'),
  )
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  return [...silent.map(({ outerHTML }) => outerHTML.slice(0, 120)), ...ids.filter((id, at) => ids.indexOf(id) !== at)]
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
