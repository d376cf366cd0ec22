/**
 * Arrow keys move from the input through the links of the results, and back. Escape returns to the input; pressed there, it clears it
 * through `onEmpty`. Enter and Tab keep the browser's behaviour.
 */
export function moveWithKeys(root: HTMLElement, input: HTMLInputElement, results: HTMLElement, onEmpty: () => void): void {
  root.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const links = [...results.querySelectorAll<HTMLElement>('a[href]')].filter((link) => !link.closest('[hidden]'))
    const at = links.findIndex((link) => link === document.activeElement)
    if (at < 0 && document.activeElement !== input) return
    if (event.key === 'ArrowDown') links[at + 1]?.focus()
    else if (event.key === 'ArrowUp' && at >= 0) (links[at - 1] ?? input).focus()
    else if (event.key === 'Escape') {
      if (at < 0) onEmpty()
      input.focus()
    } else return
    event.preventDefault()
  })
}
