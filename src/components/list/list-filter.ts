import { fold } from '../../search/fold.ts'
import { type BrowserWords, wordsInBrowser } from '../../words/browser.ts'
import type { CardsAdded } from '../tools/start-card-tools.ts'
import { showBranches } from './show-branches.ts'

/** Narrows a list of cards to those that have all typed words and all chosen facts. The cards of the list's other pages are loaded when it is first used. */
export class ListFilter {
  readonly #root: HTMLElement
  readonly #listing: HTMLElement
  readonly #input: HTMLInputElement
  readonly #words: BrowserWords
  readonly #chips = new Map<string, HTMLButtonElement>()
  /** The guides that the chip of one's own tools leaves; undefined for all. */
  #own: ReadonlySet<string> | undefined
  /** The list's other pages are being loaded, or have been. */
  #others: Promise<void> | undefined
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
    if (this.#ownChip) this.#takeOwnChip(this.#ownChip)
    if (this.#input.value) this.#use()
  }

  get #ownChip(): HTMLElement | null {
    return this.#root.querySelector('[data-own-tools]')
  }

  #takeOwnChip(chip: HTMLElement): void {
    const isOn = (): boolean => chip.ariaPressed === 'true'
    const turn = (on: boolean): void => void this.#turnOwn(chip, on).catch(reportError)
    chip.addEventListener('click', () => turn(!isOn()))
    // Tools are ticked in another window, or on a page that one comes back from.
    addEventListener('storage', () => isOn() && turn(true))
    addEventListener('pageshow', ({ persisted }) => persisted && isOn() && turn(true))
    addEventListener('pagehide', () => isOn() && history.replaceState({ top: scrollY }, ''))
    void this.#restoreOwn(chip).catch(reportError)
  }

  /** As it was when one left the page, at the same place. */
  async #restoreOwn(chip: HTMLElement): Promise<void> {
    const { isOwnAsked } = await import('../tools/own-tools.ts')
    if (!isOwnAsked() || chip.ariaPressed === 'true') return
    const { top } = (history.state ?? {}) as { top?: unknown }
    await this.#turnOwn(chip, true)
    await this.#others
    if (typeof top === 'number') scrollTo({ top, behavior: 'instant' })
  }

  async #turnOwn(chip: HTMLElement, isOn: boolean): Promise<void> {
    const { pathsWithOwnTools, narrowFeatured, keepChoice } = await import('../tools/own-tools.ts')
    const own = await pathsWithOwnTools(chip, isOn)
    // It was pressed again meanwhile.
    if (chip.ariaPressed !== String(isOn)) return
    this.#own = own
    const { top } = chip.getBoundingClientRect()
    narrowFeatured(own)
    this.#use()
    // The button stays where it was pressed, whatever goes above it.
    scrollBy({ top: chip.getBoundingClientRect().top - top, behavior: 'instant' })
    keepChoice(isOn)
    await this.#others
    keepChoice(isOn)
  }

  #use(): void {
    this.#apply()
    this.#others ??= this.#loadOthers()
  }

  async #loadOthers(): Promise<void> {
    const { first, page, pages } = this.#root.dataset
    if (!first || Number(pages) < 2) return
    try {
      const { mergeListings, newChips } = await import('./merge-listings.ts')
      await mergeListings(this.#listing, first, Number(page), Number(pages))
      const others = newChips(this.#cards(), this.#chips)
      this.#root.querySelector('[data-part=facts]')?.append(...others)
      for (const chip of others) this.#takeChip(chip)
      window.dispatchEvent(new Event('cardsadded' satisfies CardsAdded))
    } catch (error) {
      reportError(error)
      this.#isPart = true
    }
    this.#apply()
  }

  #cards(): Card[] {
    return [...this.#listing.querySelectorAll<HTMLElement>('.card, .entry')].map((element) => ({
      element,
      text: fold(element.textContent.replace(element.querySelector('.own-tools')?.textContent ?? '', '')),
      facts: element.matches('.card-category, .entry-category')
        ? []
        : [...element.querySelectorAll('.card-facts span')].map((fact) => fact.textContent.trim()),
    }))
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
    const own = this.#own
    const filters = wanted.length > 0 || chosen.length > 0 || !!own
    const matching = cards.filter(
      ({ text, facts, element }) =>
        wanted.every((word) => text.includes(word)) &&
        chosen.every((fact) => facts.includes(fact)) &&
        (!own || !element.matches('.card-guide, .entry-guide') || own.has(element.querySelector('a')?.pathname ?? '')),
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

  /** What choosing each fact as well would leave. */
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
    const more = [this.#isPart ? this.#words.say('listing.partly') : '', this.#ownChip?.dataset.said]
    if (status) status.textContent = sentence && [sentence, ...more].filter(Boolean).join(' · ')
  }
}

interface Card {
  element: HTMLElement
  text: string
  facts: string[]
}
