/**
 * An input with a list of options, as the editable combobox with list autocomplete of the ARIA Authoring Practices: the focus stays in the
 * input, the arrow keys move through the options, Enter follows one. Escape closes the list; pressed again, it clears the input, or closes
 * the surrounding dialog. `popup` contains the listbox and related elements.
 */
export function combobox(input: HTMLInputElement, popup: HTMLElement, listbox: HTMLElement) {
  let active: HTMLElement | undefined
  let dismissed = false
  /** True from an input on: until the next list is shown, keys select nothing of the one before. */
  let isOutdated = false
  /** A step into a list that is not shown yet. */
  let awaited: 1 | -1 | undefined
  Object.assign(listbox, { role: 'listbox', ariaLabel: input.ariaLabel ?? '' })
  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-controls', listbox.id)
  input.setAttribute('aria-expanded', 'false')
  input.removeAttribute('aria-activedescendant')
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    if (answer(event)) event.preventDefault()
  })
  for (const type of ['input', 'blur']) input.addEventListener(type, () => (dismissed = false))
  input.addEventListener('input', () => {
    choose(undefined)
    isOutdated = true
    awaited = undefined
  })
  // The popup's buttons belong to the combobox.
  popup.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return
    event.preventDefault()
    input.focus()
    dismiss()
  })
  // Keeps the focus in the input; pressing an option still clicks it.
  for (const type of ['pointerdown', 'mousedown']) listbox.addEventListener(type, (event) => event.preventDefault())

  const isOpen = (): boolean => !popup.hidden

  /** True while an option is selected. */
  const isChoosing = (): boolean => active !== undefined

  /** Shows a list: elements with the role `option`, or groups of them. After Escape it stays closed until the next input or focus. */
  function show(content: readonly HTMLElement[]): void {
    choose(undefined)
    listbox.replaceChildren(...content)
    prepare()
    isOutdated = false
    if (!dismissed) open()
    if (awaited && isOpen()) step(awaited)
  }

  /** Appends options to the list and keeps the selection. */
  function append(content: readonly HTMLElement[]): void {
    listbox.append(...content)
    prepare()
    if (isOpen()) open()
  }

  function prepare(): void {
    const options = allOptions()
    for (const [at, option] of options.entries()) {
      option.id = `${listbox.id}-${at}`
      option.tabIndex = -1
      option.setAttribute('aria-selected', String(option === active))
    }
    listbox.hidden = options.length === 0
  }

  function close(): void {
    choose(undefined)
    awaited = undefined
    popup.hidden = true
    input.setAttribute('aria-expanded', 'false')
  }

  function open(): void {
    dismissed = false
    popup.hidden = false
    input.setAttribute('aria-expanded', String(allOptions().length > 0))
  }

  const allOptions = (): HTMLElement[] => [...listbox.querySelectorAll<HTMLElement>('[role=option]')]

  function choose(option: HTMLElement | undefined): void {
    active?.setAttribute('aria-selected', 'false')
    active = option
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
    if (option) input.setAttribute('aria-activedescendant', option.id)
    else input.removeAttribute('aria-activedescendant')
  }

  /** True if the list handled the key. */
  function answer({ key, altKey }: KeyboardEvent): boolean {
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (altKey) {
        if (key === 'ArrowUp') close()
        else if (allOptions().length > 0) open()
      } else step(key === 'ArrowDown' ? 1 : -1)
      return true
    }
    if (key === 'Enter' && active) {
      active.click()
      return true
    }
    if (key === 'Escape') return leave()
    if (/^(Home|End|Arrow(Left|Right))$/.test(key)) choose(undefined)
    return false
  }

  /** Moves from the input to the first or last option, onwards, and around. */
  function step(by: 1 | -1): void {
    const options = isOutdated ? [] : allOptions()
    awaited = options.length === 0 ? by : undefined
    if (awaited) return
    open()
    const at = active ? options.indexOf(active) : by > 0 ? -1 : 0
    choose(options.at((at + by) % options.length))
  }

  /** True if Escape was handled here; a surrounding dialog closes by itself. */
  function leave(): boolean {
    if (isOpen()) {
      dismiss()
      return true
    }
    if (input.value === '' || input.closest('dialog')) return false
    input.value = ''
    show([])
    close()
    return true
  }

  function dismiss(): void {
    dismissed = true
    close()
    // The next input replaces the search.
    input.select()
  }

  return { isOpen, isChoosing, show, append, close }
}
