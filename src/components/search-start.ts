/** A search page without a question loads what answers at the first sign of a reader. */
const SIGNS = ['keydown', 'input', 'pointerdown', 'pointermove'] as const
const root = document.querySelector<HTMLElement>('[data-search]')

function startSearching(): void {
  if (!root) return
  for (const sign of SIGNS) removeEventListener(sign, startSearching)
  import('../search/client.ts')
    .then(({ startSearch }) => startSearch(root))
    .catch((error: unknown) => {
      root.querySelector('[data-part=failure]')?.removeAttribute('hidden')
      reportError(error)
    })
}

if (root) {
  // Beside the results there is room for the filters; above them they wait folded.
  root.querySelector('details')?.toggleAttribute('open', matchMedia('(min-width: 60rem)').matches)
  root.querySelector<HTMLInputElement>('input[type=search]')?.focus()
  if (location.search) startSearching()
  else for (const sign of SIGNS) addEventListener(sign, startSearching, { passive: true })
}
