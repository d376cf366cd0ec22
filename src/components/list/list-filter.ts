import { fold } from '../../search/fold.ts'
import { wordsInBrowser } from '../../words/browser.ts'
import { tellingFacts } from './telling-facts.ts'

interface Card {
  element: HTMLElement
  text: string
  facts: string[]
}

/** Filters a list of cards by all typed words and all selected facts. The cards of the list's other pages are loaded on first use. */
function startFilter(root: HTMLElement): void {
  const listing = root.closest<HTMLElement>('[data-listing]')
  const input = root.querySelector('input')
  if (!listing || !input) throw new TypeError('A filter without its list')
  const part = (name: string): HTMLElement | null => root.querySelector<HTMLElement>(`[data-part=${name}]`)
  const words = wordsInBrowser(root.querySelector('script')?.text ?? '{}')
  const chips = new Map<string, HTMLButtonElement>()
  /** The paths of the guides that need only the person's tools, once they are asked for. */
  let own: ReadonlySet<string> | undefined
  let isUsed = false
  let isPart = false

  const use = (): void => {
    apply()
    if (!isUsed) void loadOthers()
    isUsed = true
  }
  const loadOthers = async (): Promise<void> => {
    const { first, page, pages } = root.dataset
    if (!first || Number(pages) < 2) return
    try {
      const { mergeListings } = await import('./merge-listings.ts')
      await mergeListings(listing, first, Number(page), Number(pages))
    } catch (error) {
      reportError(error)
      isPart = true
    }
    addChips()
    apply()
  }
  /** Some are there from the start; the list's other pages can have more. */
  const addChips = (): void => {
    for (const [fact] of tellingFacts(cardsIn(listing).map(({ facts }) => facts))) {
      if (chips.has(fact)) continue
      const chip = document.createElement('button')
      chip.type = 'button'
      chip.ariaPressed = 'false'
      chip.dataset.fact = fact
      chip.append(fact, ' ', document.createElement('small'))
      part('facts')?.append(chip)
      takeChip(chip)
    }
  }
  const takeChip = (chip: HTMLButtonElement): void => {
    chips.set(chip.dataset.fact ?? '', chip)
    chip.addEventListener('click', () => {
      chip.ariaPressed = String(chip.ariaPressed !== 'true')
      if (chip.dataset.fact === OWN && chip.ariaPressed === 'true') void askForOwn(chip)
      else use()
    })
  }
  /** A person without tools is sent to the page that lists them. */
  const askForOwn = async (chip: HTMLButtonElement): Promise<void> => {
    try {
      const { ownGuides } = await import('../tools/repairable-guides.ts')
      own = await ownGuides(chip.dataset)
      if (!own) location.assign(chip.dataset.choose ?? '')
    } catch (error) {
      reportError(error)
    }
    if (!own) chip.ariaPressed = 'false'
    use()
  }
  const apply = (): void => {
    const cards = cardsIn(listing, own)
    const wanted = fold(input.value).split(/\s+/).filter(Boolean)
    const chosen = [...chips].filter(([, { ariaPressed }]) => ariaPressed === 'true').map(([fact]) => fact)
    const filters = wanted.length > 0 || chosen.length > 0
    const matching: Card[] = []
    for (const card of cards) {
      const { element, text, facts } = card
      const matches = wanted.every((word) => text.includes(word)) && chosen.every((fact) => facts.includes(fact))
      if (matches) matching.push(card)
      element.hidden = filters ? !matches : element.dataset.loaded !== undefined
    }
    listing.toggleAttribute('data-filtered', filters)
    showBranches(listing)
    for (const section of listing.querySelectorAll('section')) section.hidden = !section.querySelector(':is(.card, .entry):not([hidden])')
    const pager = listing.querySelector<HTMLElement>('.pager')
    if (pager) pager.hidden = filters && !isPart
    countChips(matching, chosen)
    const sentences = [
      words.say('listing.shown', { shown: matching.length, total: cards.length }),
      isPart ? words.say('listing.partly') : '',
    ]
    const status = part('status')
    if (status) status.textContent = filters ? sentences.join(' ').trim() : ''
    const whole = part('whole') as HTMLAnchorElement | null
    if (!whole) return
    whole.hidden = wanted.length === 0
    const address = new URL(whole.href)
    address.searchParams.set('q', input.value.trim())
    whole.href = address.href
    whole.textContent = `${whole.dataset.title ?? ''}: ${input.value.trim()}`
  }
  /** The number of cards left if each fact was selected as well. */
  const countChips = (cards: readonly Card[], chosen: readonly string[]): void => {
    for (const [fact, chip] of chips) {
      const left = cards.filter(({ facts }) => facts.includes(fact)).length
      if (fact === OWN && !own) continue
      chip.hidden = left === 0 && fact !== OWN && !chosen.includes(fact)
      const count = chip.querySelector('small')
      if (count) count.textContent = words.number(left)
    }
  }

  input.addEventListener('input', use)
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing || input.value === '') return
    event.preventDefault()
    input.value = ''
    use()
  })
  for (const chip of root.querySelectorAll<HTMLButtonElement>('button[data-fact]')) takeChip(chip)
}

/** The fact of a guide that needs only the person's tools. */
const OWN = ''

const cardsIn = (listing: HTMLElement, own?: ReadonlySet<string>): Card[] =>
  Array.from(listing.querySelectorAll<HTMLElement>('.card, .entry'), (element) => ({
    element,
    text: fold(element.textContent),
    facts: element.matches('.card-category, .entry-category')
      ? []
      : [
          ...Array.from(element.querySelectorAll('.card-facts span'), (fact) => fact.textContent.trim()),
          ...(own?.has(element.querySelector('a')?.pathname ?? '') ? [OWN] : []),
        ],
  }))

/** Expands branches of a filtered tree with matches and hides others; without a filter, collapses what it had expanded. */
function showBranches(listing: HTMLElement): void {
  const isFiltered = listing.hasAttribute('data-filtered')
  for (const branch of listing.querySelectorAll<HTMLElement>('.tree li')) {
    const [name, ...below] = branch.querySelectorAll<HTMLElement>('.entry')
    const leads = below.some(({ hidden }) => !hidden)
    branch.hidden = !leads && name?.hidden === true
    name?.toggleAttribute('data-leading', leads && name.hidden !== false)
    if (name && leads) name.hidden = false
    const details = branch.querySelector('details')
    const isWanted = isFiltered && leads
    if (!details) continue
    if (isWanted && !details.open) {
      details.open = true
      details.dataset.opened = ''
    } else if (!isWanted && details.dataset.opened !== undefined) {
      details.open = false
      delete details.dataset.opened
    }
  }
}

for (const root of document.querySelectorAll<HTMLElement>('[data-list-filter]')) startFilter(root)
