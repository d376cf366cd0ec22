import { copyOf, find } from './view/dom.ts'
import type { Visit } from './visit.ts'

/** There is room for the filters next to the results; the same as in search.css. */
const BESIDE = '(min-width: 60rem)'

/** On a phone the content of an open pane is in a sheet over the page. The browser's back button closes it. */
export class FilterSheet {
  readonly #pane: HTMLDetailsElement
  readonly #sheet: HTMLDialogElement
  readonly #visit: Pick<Visit, 'cover' | 'uncover'>
  readonly #beside = matchMedia(BESIDE)
  /** Called once it has closed. */
  #then: (() => void) | undefined

  constructor(pane: HTMLDetailsElement, template: HTMLTemplateElement, visit: Pick<Visit, 'cover' | 'uncover'>) {
    this.#pane = pane
    const sheet = copyOf(template)
    if (!(sheet instanceof HTMLDialogElement)) throw new TypeError('The sheet of the filters is no dialog.')
    this.#sheet = sheet
    this.#visit = visit
    pane.addEventListener('toggle', () => this.#follow())
    this.#beside.addEventListener('change', () => this.#follow())
    find(sheet, 'button', HTMLButtonElement).addEventListener('click', () => sheet.close())
    // The backdrop is the dialog itself: its content fills it.
    sheet.addEventListener('click', ({ target }) => {
      if (target === sheet) sheet.close()
    })
    sheet.addEventListener('close', () => visit.uncover())
  }

  /** Closes it and then calls `then`; immediately if it is already closed. */
  close(then: () => void): void {
    if (!this.#sheet.open) return then()
    this.#then = then
    this.#sheet.close()
  }

  #follow(): void {
    if (this.#pane.open && !this.#beside.matches) this.#show()
    else this.#sheet.close()
  }

  #show(): void {
    if (this.#sheet.isConnected) return
    find(this.#sheet, '[data-part=held]', HTMLElement).append(...[...this.#pane.children].slice(1))
    this.#pane.append(this.#sheet)
    this.#sheet.showModal()
    this.#visit.cover(() => this.#putBack())
  }

  #putBack(): void {
    this.#sheet.close()
    this.#sheet.remove()
    this.#pane.append(...find(this.#sheet, '[data-part=held]', HTMLElement).children)
    if (!this.#beside.matches) this.#pane.open = false
    find(this.#pane, 'summary', HTMLElement).focus({ preventScroll: true })
    this.#then?.()
    this.#then = undefined
  }
}
