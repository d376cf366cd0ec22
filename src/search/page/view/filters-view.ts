import type { BrowserWords } from '../../../words/browser.ts'
import { TIME_SPANS } from '../../document.ts'
import type { FilterCounts } from '../../pagefind-api.ts'
import { FILTER_NAMES, type FilterName, type Query } from '../query.ts'
import { element } from './dom.ts'
import { filterWords } from './shown.ts'

/** The number of values shown initially, and added each time more are requested: a site can have 48,000 categories. */
const SHOWN = 8
const SHOWN_MORE = 200

/** Shows the filters; `total` is the number of results. */
export type ShowFilters = (counts: FilterCounts, filters: Query['filters'], total: number) => void

/** Shows filters in `place` as groups of checkboxes. Calls back with the values of a filter when one is checked or cleared. */
export function filtersView(place: HTMLElement, words: BrowserWords, onChange: (name: FilterName, values: string[]) => void): ShowFilters {
  const widened = new Set<FilterName>()

  function show(counts: FilterCounts, filters: Query['filters'], total: number): void {
    const focused = document.activeElement
    const key = focused instanceof HTMLElement && place.contains(focused) ? focused.dataset.key : undefined
    const groups = FILTER_NAMES.map((name) => groupOf(name, counts, filters, total)).filter((group) => group !== undefined)
    place.replaceChildren(...groups)
    if (key !== undefined) [...place.querySelectorAll<HTMLElement>('[data-key]')].find(({ dataset }) => dataset.key === key)?.focus()
  }

  /** A value that all results have changes nothing and is not offered; nor is a filter without other values. */
  function groupOf(name: FilterName, counts: FilterCounts, filters: Query['filters'], total: number): HTMLElement | undefined {
    const chosen = filters[name] ?? []
    // An active filter counts as if it were not applied.
    const values = orderedValues(name, counts[name] ?? {}, chosen).filter(([, count]) => chosen.length > 0 || count !== total)
    if (values.length === 0) return undefined
    const shown = values.slice(0, Math.max(widened.has(name) ? SHOWN_MORE : SHOWN, chosen.length))
    const legend = element('legend', {}, words.say(`filter.${name}`))
    const group = element('fieldset', {}, legend, ...shown.map(([value, count]) => choice(name, value, count, chosen)))
    if (shown.length < values.length && !widened.has(name)) group.append(wider(name, counts, filters, total))
    return group
  }

  function choice(name: FilterName, value: string, count: number, chosen: string[]): HTMLElement {
    const box = element('input', { type: 'checkbox', checked: chosen.includes(value) })
    box.dataset.key = `${name}:${value}`
    box.addEventListener('change', () => {
      onChange(name, box.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
    })
    const text = element('span', {}, filterWords(words, name, value))
    return element('label', {}, box, text, element('small', {}, words.number(count)))
  }

  function wider(name: FilterName, counts: FilterCounts, filters: Query['filters'], total: number): HTMLElement {
    const button = element('button', { type: 'button' }, words.say('found.more'))
    button.dataset.key = `${name}:`
    button.addEventListener('click', () => {
      widened.add(name)
      show(counts, filters, total)
    })
    return button
  }

  return show
}

/** Selected values first, then by count; durations from short to long. Values without results are omitted unless selected. */
function orderedValues(name: FilterName, counts: Record<string, number>, chosen: string[]): [value: string, count: number][] {
  const values = new Map([...chosen.map((value) => [value, 0] as const), ...Object.entries(counts)])
  const present = [...values].filter(([value, count]) => count > 0 || chosen.includes(value))
  const rank = (value: string): number =>
    name === 'time' ? TIME_SPANS.findIndex((span) => span === value) : Number(!chosen.includes(value))
  return present.sort(
    ([a, countA], [b, countB]) => rank(a) - rank(b) || countB - countA || a.localeCompare(b, document.documentElement.lang),
  )
}
