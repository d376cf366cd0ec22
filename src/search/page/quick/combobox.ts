/**
 * An input with a list of options below it, as ARIA's Authoring Practices describe the editable combobox with list autocomplete: the focus stays in
 * the input, the arrows move through the options, Enter follows one. Escape closes the list; pressed again, it empties the input, or closes the dialog around it.
 */
export class Combobox {
  readonly #input: HTMLInputElement
  readonly #listbox: HTMLElement
  readonly #popup: HTMLElement
  #active: HTMLElement | undefined
  #dismissed = false

  /** `popup` holds the listbox and what else belongs to it. */
  constructor(input: HTMLInputElement, popup: HTMLElement, listbox: HTMLElement) {
    this.#input = input
    this.#popup = popup
    this.#listbox = listbox
    listbox.setAttribute('role', 'listbox')
    listbox.setAttribute('aria-label', input.ariaLabel ?? '')
    input.setAttribute('role', 'combobox')
    input.setAttribute('aria-autocomplete', 'list')
    input.setAttribute('aria-controls', listbox.id)
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
    input.addEventListener('keydown', (event) => this.#press(event))
    for (const type of ['input', 'blur']) input.addEventListener(type, () => (this.#dismissed = false))
    // Its buttons belong to it.
    popup.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      input.focus()
      this.#dismiss()
    })
    // The focus stays where one types; a press on an option is a click all the same.
    listbox.addEventListener('pointerdown', (event) => event.preventDefault())
    listbox.addEventListener('mousedown', (event) => event.preventDefault())
  }

  get isOpen(): boolean {
    return !this.#popup.hidden
  }

  /** True while one of the options is chosen. */
  get isChoosing(): boolean {
    return this.#active !== undefined
  }

  /** Shows a list: elements of the role `option`, or groups of them. After Escape it stays closed until somebody types, or comes back. */
  show(content: readonly HTMLElement[]): void {
    this.#choose(undefined)
    this.#listbox.replaceChildren(...content)
    this.#number()
    if (!this.#dismissed) this.#open()
  }

  /** Adds options at the end of the list; what is chosen stays so. */
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

  #press(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    if (this.#answer(event)) event.preventDefault()
  }

  /** True when the key was meant for the list. */
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

  /** From the input to the first or last option, on, and round. */
  #step(by: 1 | -1): void {
    const options = this.#options()
    if (options.length === 0) return
    this.#open()
    const at = this.#active ? options.indexOf(this.#active) : by > 0 ? -1 : 0
    this.#choose(options.at((at + by) % options.length))
  }

  /** True where Escape did something here; a dialog around it closes by itself. */
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
    // What is typed next is another search.
    this.#input.select()
  }
}
