import { find } from './view/dom.ts'
import type { OwnGuides } from './engine/engine.ts'
import type { Query } from './query.ts'

/** What is known of somebody's tools. */
export interface OwnTools {
  /** True where tools are ticked on this device. */
  areThere: () => boolean
  guides: OwnGuides
}

/** The filter of the guides that need no other tools than somebody has: offered where tools are ticked on this device. */
export class OwnToolsChoice {
  readonly #choice: HTMLElement | null
  readonly #tools: OwnTools | undefined

  /** `onChange` is called when it is turned on or off, `onOthers` when it may mean other guides by now. */
  constructor(root: HTMLElement, tools: OwnTools | undefined, onChange: (isOn: boolean) => void, onOthers: () => void) {
    this.#choice = root.querySelector('[data-part=own-tools]')
    this.#tools = tools
    if (!this.#choice || !tools) return
    const box = find(this.#choice, 'input', HTMLInputElement)
    box.addEventListener('change', () => onChange(box.checked))
    // Tools are ticked on another page, which one comes back from, or in another window.
    for (const event of ['storage', 'pageshow'])
      addEventListener(event, () => {
        const { checked } = box
        this.#show(checked)
        if (checked) onOthers()
      })
  }

  /** Shows what a query asks of tools. Gives the query without it where there are none. */
  show({ ownTools, ...query }: Query): Query {
    return this.#show(ownTools === true) ? { ...query, ownTools: true } : query
  }

  #show(isAsked: boolean): boolean {
    const areThere = this.#tools?.areThere() === true
    const isOn = isAsked && areThere
    if (!this.#choice) return false
    this.#choice.hidden = !areThere
    find(this.#choice, 'input', HTMLInputElement).checked = isOn
    return isOn
  }
}
