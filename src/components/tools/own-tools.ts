import { sitePath } from '../shopping/site-path.ts'
import { KeptTools } from './kept-tools.ts'
import { pathOfGuide } from './page-of-guide.ts'
import { loadGuides, needsOnly } from './tool-files.ts'

/** As in the address of a search: see search/page/query.ts. */
const [NAME, VALUE] = ['tools', 'own']
/** What leads to pages of categories, this one among them. */
const LINKS = '.contents a, .pager a, :is(.card-category, .entry-category) a'

/** True where the address of the page has the choice. */
export const isOwnAsked = (): boolean => new URLSearchParams(location.search).get(NAME) === VALUE

/**
 * The paths of the guides that need no other tools than somebody has; undefined where the button is let go. What is to be said besides stands in the
 * button's `said`. Guides that name no tools are none of them: nobody knows what they need.
 */
export async function pathsWithOwnTools(button: HTMLElement, isOn: boolean): Promise<ReadonlySet<string> | undefined> {
  const { files = '', guide = '', ownTools = '', none, ill, besides } = button.dataset
  button.ariaPressed = String(isOn)
  button.closest('[data-list-filter]')?.querySelector('[data-part=with-own]')?.toggleAttribute('hidden', !isOn)
  button.dataset.said = ''
  if (!isOn) return undefined
  const { all } = new KeptTools(sitePath())
  const said = all.size === 0 ? [none] : []
  const guides = await loadGuides(files, ownTools).catch((error: unknown) => {
    reportError(error)
    said.push(ill)
    return []
  })
  button.dataset.said = [...said, besides].filter(Boolean).join(' · ')
  const ready = guides.filter((one) => needsOnly(one, all))
  return new Set(ready.map(({ guideid }) => pathOfGuide(guide, guideid)))
}

/** Shows of the featured guides those of these paths; all of them for undefined. */
export function narrowFeatured(own: ReadonlySet<string> | undefined): void {
  const section = document.querySelector<HTMLElement>('[data-featured]')
  const cards = [...(section?.querySelectorAll<HTMLElement>('.card') ?? [])]
  for (const card of cards) card.hidden = own !== undefined && !own.has(card.querySelector('a')?.pathname ?? '')
  if (section) section.hidden = cards.every(({ hidden }) => hidden)
}

/** Writes the choice into the address of the page, so that the way back has it, and into its links to pages that can have it as well. */
export function keepChoice(isOn: boolean): void {
  const withChoice = (address: string): string => {
    const url = new URL(address)
    if (isOn) url.searchParams.set(NAME, VALUE)
    else url.searchParams.delete(NAME)
    return url.href
  }
  if (isOn !== isOwnAsked()) history.replaceState(history.state, '', withChoice(location.href))
  for (const link of document.querySelectorAll<HTMLAnchorElement>(LINKS)) link.href = withChoice(link.href)
}
