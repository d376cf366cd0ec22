/**
 * An input with a list of options, as the editable combobox with list autocomplete of the ARIA Authoring Practices: the focus stays in the
 * input, the arrow keys move through the options, Enter follows one. Escape closes the list; pressed again, it clears the input, or closes
 * the surrounding dialog.
 */
export class Combobox {
  readonly #input: HTMLInputElement
  readonly #listbox: HTMLElement
  readonly #popup: HTMLElement
  #active: HTMLElement | undefined
  #dismissed = false

  /** `popup` contains the listbox and related elements. */
  constructor(input: HTMLInputElement, popup: HTMLElement, listbox: HTMLElement) {
    this.#input = input
    this.#popup = popup
    this.#listbox = listbox
    Object.assign(listbox, { role: 'listbox', ariaLabel: input.ariaLabel ?? '' })
    input.setAttribute('role', 'combobox')
    input.setAttribute('aria-autocomplete', 'list')
    input.setAttribute('aria-controls', listbox.id)
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
    input.addEventListener('keydown', (event) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.defaultPrevented) return
      if (this.#answer(event)) event.preventDefault()
    })
    for (const type of ['input', 'blur']) input.addEventListener(type, () => (this.#dismissed = false))
    // The popup's buttons belong to the combobox.
    popup.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      input.focus()
      this.#dismiss()
    })
    // Keeps the focus in the input; pressing an option still clicks it.
    for (const type of ['pointerdown', 'mousedown']) listbox.addEventListener(type, (event) => event.preventDefault())
  }

  get isOpen(): boolean {
    return !this.#popup.hidden
  }

  /** True while an option is selected. */
  get isChoosing(): boolean {
    return this.#active !== undefined
  }

  /** Shows a list: elements with the role `option`, or groups of them. After Escape it stays closed until the next input or focus. */
  show(content: readonly HTMLElement[]): void {
    this.#choose(undefined)
    this.#listbox.replaceChildren(...content)
    this.#number()
    if (!this.#dismissed) this.#open()
  }

  /** Appends options to the list and keeps the selection. */
  append(content: readonly HTMLElement[]): void {
    this.#listbox.append(...content)
    this.#number()
    if (this.isOpen) this.#open()
  }

  #number(): void {
    const options = this.#options()
    for (const [at, option] of options.entries()) {
      option.id = `${this.#listbox.id}-${at}`
      option.tabIndex = -1
      option.setAttribute('aria-selected', String(option === this.#active))
    }
    this.#listbox.hidden = options.length === 0
  }

  close(): void {
    this.#choose(undefined)
    this.#popup.hidden = true
    this.#input.setAttribute('aria-expanded', 'false')
  }

  #open(): void {
    this.#dismissed = false
    this.#popup.hidden = false
    this.#input.setAttribute('aria-expanded', String(this.#options().length > 0))
  }

  #options(): HTMLElement[] {
    return [...this.#listbox.querySelectorAll<HTMLElement>('[role=option]')]
  }

  #choose(option: HTMLElement | undefined): void {
    this.#active?.setAttribute('aria-selected', 'false')
    this.#active = option
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
    if (option) this.#input.setAttribute('aria-activedescendant', option.id)
    else this.#input.removeAttribute('aria-activedescendant')
  }

  /** True if the list handled the key. */
  #answer({ key, altKey }: KeyboardEvent): boolean {
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (altKey) {
        if (key === 'ArrowUp') this.close()
        else if (this.#options().length > 0) this.#open()
      } else this.#step(key === 'ArrowDown' ? 1 : -1)
      return true
    }
    if (key === 'Enter' && this.#active) {
      this.#active.click()
      return true
    }
    if (key === 'Escape') return this.#leave()
    if (/^(Home|End|Arrow(Left|Right))$/.test(key)) this.#choose(undefined)
    return false
  }

  /** Moves from the input to the first or last option, onwards, and around. */
  #step(by: 1 | -1): void {
    const options = this.#options()
    if (options.length === 0) return
    this.#open()
    const at = this.#active ? options.indexOf(this.#active) : by > 0 ? -1 : 0
    this.#choose(options.at((at + by) % options.length))
  }

  /** True if Escape was handled here; a surrounding dialog closes by itself. */
  #leave(): boolean {
    if (this.isOpen) {
      this.#dismiss()
      return true
    }
    if (this.#input.value === '' || this.#input.closest('dialog')) return false
    this.#input.value = ''
    this.show([])
    this.close()
    return true
  }

  #dismiss(): void {
    this.#dismissed = true
    this.close()
    // The next input replaces the search.
    this.#input.select()
  }
}
