import { KeptTools } from '../tools/kept-tools.ts'
import { type BrowserWords, wordsInBrowser } from '../../words/browser.ts'
import { copyText } from './copy-text.ts'
import { downloadFile } from './download-file.ts'
import { addressOf, guideRow, needRow } from './list-rows.ts'
import { KeptList, type ListedGuide } from './kept-list.ts'
import { listText } from './list-text.ts'
import { mergeNeeds, type SharedNeed } from './merge-needs.ts'
import { sitePath } from './site-path.ts'

/** Shows the list of this device on its page. */
export class ShoppingPage {
  readonly #page: HTMLElement
  readonly #words: BrowserWords
  readonly #kept = new KeptList(sitePath())
  readonly #tools = new KeptTools(sitePath())
  /** What was taken off last, by its place on the list. */
  #taken: ReadonlyMap<number, ListedGuide> | undefined

  constructor(page: HTMLElement) {
    this.#page = page
    this.#words = wordsInBrowser(page.querySelector('[data-words]')?.textContent ?? '')
  }

  start(): void {
    const deeds: Record<string, () => unknown> = {
      copy: () => this.#copy(),
      save: () => this.#save(),
      share: () => this.#share(),
      print: () => window.print(),
      empty: () => this.#takeOff(),
      undo: () => this.#undo(),
    }
    for (const [what, act] of Object.entries(deeds)) this.#part(`[data-do=${what}]`).addEventListener('click', () => void act())
    this.#part('[data-do=share]').hidden = !('share' in navigator)
    for (const event of ['storage', 'pageshow']) window.addEventListener(event, () => this.#show())
    this.#show()
  }

  #part(what: string): HTMLElement {
    return this.#page.querySelector<HTMLElement>(what) ?? this.#page
  }

  #needs(): SharedNeed[] {
    return mergeNeeds(this.#kept.guides, this.#words.lang)
  }

  #isGot(): (need: SharedNeed) => boolean {
    const [got, have] = [this.#kept.got, this.#tools.all]
    return ({ key, isPart }) => (isPart ? got : have).has(key)
  }

  /** What is ticked as a tool here is ticked on the page of all tools as well, and the other way round. */
  #turn({ key, isPart }: SharedNeed, on: boolean): void {
    if (isPart) this.#kept.turn(key, on)
    else this.#tools.turn(key, on)
    this.#sayLeft()
  }

  #sayLeft(): void {
    const isGot = this.#isGot()
    const needs = this.#needs()
    const left = needs.length > 0 ? [this.#words.count('shopping.left', needs.filter((need) => !isGot(need)).length)] : []
    if (this.#isEmptied()) left.push(this.#words.say('shopping.emptied'))
    const isKept = this.#kept.isKept && this.#tools.isKept
    this.#say([...left, ...(isKept ? [] : [this.#words.say('keep.unable')])].join(' '))
  }

  /** True where what was on the list last can be put back. */
  #isEmptied(): boolean {
    return this.#taken !== undefined && this.#kept.guides.length === 0
  }

  #say(text = ''): void {
    this.#part('[data-said]').textContent = text
  }

  #show(): void {
    const { guides } = this.#kept
    const [needs, isGot, words] = [this.#needs(), this.#isGot(), this.#words]
    const { optional = '' } = this.#page.dataset
    const row = (need: SharedNeed): HTMLElement =>
      needRow(need, { words, optional, isGot: isGot(need), turn: (on) => this.#turn(need, on) })
    const rows = {
      parts: needs.filter(({ isPart }) => isPart).map(row),
      tools: needs.filter(({ isPart }) => !isPart).map(row),
      guides: guides.map((guide) => guideRow(guide, words, () => this.#takeOff(guide.guideid))),
    }
    for (const [section, own] of Object.entries(rows)) {
      this.#part(`[data-section=${section}]`).hidden = own.length === 0
      this.#part(`[data-section=${section}] ul`).replaceChildren(...own)
    }
    this.#part('[data-bar]').hidden = guides.length === 0
    this.#part('[data-none]').hidden = guides.length > 0 || this.#isEmptied()
    this.#part('[data-do=undo]').hidden = !this.#taken
    this.#sayLeft()
  }

  /** The button that was pressed goes with the guide: who walks with the keyboard goes on at the one that brings it back. */
  #takeOff(guideid?: string): void {
    this.#taken = this.#kept.take(guideid)
    this.#show()
    this.#part('[data-do=undo]').focus()
  }

  #undo(): void {
    this.#kept.putBack(this.#taken ?? new Map())
    this.#taken = undefined
    this.#show()
    this.#part('#guides').focus()
  }

  #text(): string {
    const heading = (id: string): string => this.#part(`#${id}`).textContent.trim()
    const { optional = '' } = this.#page.dataset
    const words = {
      title: this.#words.say('shopping.title'),
      tools: heading('tools'),
      parts: heading('parts'),
      guides: heading('guides'),
      optional,
    }
    return listText(this.#needs(), this.#kept.guides, words, { has: this.#isGot(), addressOf })
  }

  #save(): void {
    downloadFile(new Blob([this.#text()], { type: 'text/plain' }), `${this.#words.say('shopping.title')}.txt`)
    this.#say(this.#part('[data-said]').dataset.saved)
  }

  async #copy(): Promise<void> {
    const isCopied = await copyText(this.#text(), this.#part('[data-sections]'))
    const { copied, notCopied } = this.#part('[data-said]').dataset
    this.#say(isCopied ? copied : notCopied)
  }

  /** Whoever closes the sheet of the system has not failed. */
  async #share(): Promise<void> {
    this.#sayLeft()
    await navigator.share({ title: this.#words.say('shopping.title'), text: this.#text() }).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) reportError(error)
    })
  }
}
