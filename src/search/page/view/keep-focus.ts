/** What has the focus instead, the first that can: in the sheet its buttons, else the number of results, and the field where there is none. */
const OTHERS = ['[data-part=reveal]', '.filter-sheet-head button', '[data-part=status]:not(:empty)', 'input[type=search]']

/** Changes a search page. What had the focus may be gone or hidden then: left to itself, the focus would fall to the page as a whole, and Tab begin at its top. */
export function keepFocus(root: HTMLElement, change: () => void): void {
  const focused = document.activeElement
  const had = root.contains(focused)
  change()
  if (!had || (document.activeElement !== document.body && document.activeElement?.checkVisibility())) return
  for (const other of OTHERS) {
    const element = root.querySelector<HTMLElement>(other)
    element?.focus({ preventScroll: true })
    if (element && element === document.activeElement) return
  }
}
