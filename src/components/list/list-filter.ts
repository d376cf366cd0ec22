import { fold } from '../../search/fold.ts'
import { type BrowserWords, wordsInBrowser } from '../../words/browser.ts'
import { showBranches } from './show-branches.ts'
import { tellingFacts } from './telling-facts.ts'

/** Filters a list of cards by all typed words and all selected facts. The cards of the list's other pages are loaded on first use. */
export class ListFilter {
  readonly #root: HTMLElement
  readonly #listing: HTMLElement
  readonly #input: HTMLInputElement
  readonly #words: BrowserWords
  readonly #chips = new Map<string, HTMLButtonElement>()
  #isUsed = false
  #isPart = false

  constructor(root: HTMLElement) {
    const listing = root.closest<HTMLElement>('[data-listing]')
    const input = root.querySelector('input')
    if (!listing || !input) throw new TypeError('A filter without its list')
    this.#root = root
    this.#listing = listing
    this.#input = input
    this.#words = wordsInBrowser(root.querySelector('script')?.text ?? '{}')
  }

  start(): void {
    this.#input.addEventListener('input', () => this.#use())
    this.#input.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.isComposing || this.#input.value === '') return
      event.preventDefault()
      this.#input.value = ''
      this.#use()
    })
    for (const chip of this.#root.querySelectorAll<HTMLButtonElement>('button[data-fact]')) this.#takeChip(chip)
  }

  #use(): void {
    this.#apply()
    if (!this.#isUsed) void this.#loadOthers()
    this.#isUsed = true
  }

  async #loadOthers(): Promise<void> {
    const { first, page, pages } = this.#root.dataset
    if (!first || Number(pages) < 2) return
    try {
      const { mergeListings } = await import('./merge-listings.ts')
      await mergeListings(this.#listing, first, Number(page), Number(pages))
    } catch (error) {
      reportError(error)
      this.#isPart = true
    }
    this.#addChips()
    this.#apply()
  }

  #cards(): Card[] {
    return [...this.#listing.querySelectorAll<HTMLElement>('.card, .entry')].map((element) => ({
      element,
      text: fold(element.textContent),
      facts: element.matches('.card-category, .entry-category')
        ? []
        : [...element.querySelectorAll('.card-facts span')].map((fact) => fact.textContent.trim()),
    }))
  }

  /** Some are there from the start; the list's other pages can have more. */
  #addChips(): void {
    for (const [fact] of tellingFacts(this.#cards().map(({ facts }) => facts))) {
      if (this.#chips.has(fact)) continue
      const chip = document.createElement('button')
      chip.type = 'button'
      chip.ariaPressed = 'false'
      chip.dataset.fact = fact
      chip.append(fact, ' ', document.createElement('small'))
      this.#root.querySelector('[data-part=facts]')?.append(chip)
      this.#takeChip(chip)
    }
  }

  #takeChip(chip: HTMLButtonElement): void {
    this.#chips.set(chip.dataset.fact ?? '', chip)
    chip.addEventListener('click', () => {
      chip.ariaPressed = String(chip.ariaPressed !== 'true')
      this.#use()
    })
  }

  #apply(): void {
    const cards = this.#cards()
    const wanted = fold(this.#input.value).split(/\s+/).filter(Boolean)
    const chosen = [...this.#chips].filter(([, { ariaPressed }]) => ariaPressed === 'true').map(([fact]) => fact)
    const filters = wanted.length > 0 || chosen.length > 0
    const matching = cards.filter(
      ({ text, facts }) => wanted.every((word) => text.includes(word)) && chosen.every((fact) => facts.includes(fact)),
    )
    const shown = new Set(filters ? matching.map(({ element }) => element) : [])
    for (const { element } of cards) element.hidden = filters ? !shown.has(element) : element.dataset.loaded !== undefined
    this.#listing.toggleAttribute('data-filtered', filters)
    showBranches(this.#listing)
    for (const section of this.#listing.querySelectorAll('section'))
      section.hidden = !section.querySelector(':is(.card, .entry):not([hidden])')
    const pager = this.#listing.querySelector<HTMLElement>('.pager')
    if (pager) pager.hidden = filters && !this.#isPart
    this.#count(matching, chosen)
    this.#tell(filters ? this.#words.say('listing.shown', { shown: matching.length, total: cards.length }) : '')
  }

  /** The number of cards left if each fact was selected as well. */
  #count(cards: readonly Card[], chosen: readonly string[]): void {
    for (const [fact, chip] of this.#chips) {
      const left = cards.filter(({ facts }) => facts.includes(fact)).length
      chip.hidden = left === 0 && !chosen.includes(fact)
      const count = chip.querySelector('small')
      if (count) count.textContent = this.#words.number(left)
    }
  }

  #tell(sentence: string): void {
    const status = this.#root.querySelector('[data-part=status]')
    const partly = sentence && this.#isPart ? ` ${this.#words.say('listing.partly')}` : ''
    if (status) status.textContent = sentence + partly
  }
}

interface Card {
  element: HTMLElement
  text: string
  facts: string[]
}
