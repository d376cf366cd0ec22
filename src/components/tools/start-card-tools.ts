/** The event of a window in which cards of other pages have been added to a list. A type alone, so that no script has to be loaded for a name. */
export type CardsAdded = 'cardsadded'

/** Lets cards say how many of a guide's tools somebody has. Nothing is loaded where no tool is ticked. */
export function startCardTools(): void {
  const data = document.querySelector<HTMLElement>('[data-card-tools]')
  if (!data) return
  let isMarked = false
  const mark = (): void => {
    if (!isMarked && !hasTicks()) return
    isMarked = true
    import('./card-tools.ts').then(({ markCards }) => markCards(data)).catch(reportError)
  }
  // Tools may be ticked in another window, or on a page that one comes back from.
  for (const event of ['storage', 'pageshow', 'cardsadded' satisfies CardsAdded]) window.addEventListener(event, mark)
  mark()
}

/** True where some site of this host keeps ticked tools: see kept-tools.ts, which would have to be loaded to know which. */
function hasTicks(): boolean {
  try {
    return Object.entries(localStorage).some(([key, kept]) => key.startsWith('tools ') && kept !== '[]')
  } catch {
    return false // Forbidden: then none outlives its page.
  }
}
