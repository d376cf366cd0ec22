/** Expands branches of a filtered tree with matches and hides others; without a filter, collapses what it had expanded. */
export function showBranches(listing: HTMLElement): void {
  const isFiltered = listing.hasAttribute('data-filtered')
  for (const branch of listing.querySelectorAll<HTMLElement>('.tree li')) {
    const [name, ...below] = branch.querySelectorAll<HTMLElement>('.entry')
    const leads = below.some(({ hidden }) => !hidden)
    branch.hidden = !leads && name?.hidden === true
    name?.toggleAttribute('data-leading', leads && name.hidden !== false)
    if (name && leads) name.hidden = false
    const details = branch.querySelector('details')
    if (details && isFiltered && leads) open(details)
    else if (details) closeAgain(details)
  }
}

function open(details: HTMLDetailsElement): void {
  if (details.open) return
  details.open = true
  details.dataset.opened = ''
}

function closeAgain(details: HTMLDetailsElement): void {
  if (details.dataset.opened === undefined) return
  details.open = false
  delete details.dataset.opened
}
