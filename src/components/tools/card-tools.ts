import { wordsInBrowser } from '../../words/browser.ts'
import { sitePath } from '../shopping/site-path.ts'
import { KeptTools } from './kept-tools.ts'
import { pathOfGuide } from './page-of-guide.ts'
import { loadGuides } from './tool-files.ts'

const CARDS = ':is(.card-guide, .entry-guide)'
const MARK = 'own-tools'

/** Says on each guide's card how many of its tools somebody has: nothing where they have none of those, or nobody knows what it needs. `data` is what CardTools.astro draws. */
export async function markCards(data: HTMLElement): Promise<void> {
  const { files = '', guide = '', cardTools = '' } = data.dataset
  const words = wordsInBrowser(data.textContent)
  const guides = await loadGuides(files, cardTools)
  const toolsOf = new Map(guides.map(({ guideid, tools }) => [pathOfGuide(guide, guideid), tools]))
  const { all: own } = new KeptTools(sitePath())
  for (const card of document.querySelectorAll<HTMLElement>(CARDS)) {
    const tools = toolsOf.get(card.querySelector('a')?.pathname ?? '')
    const have = tools?.filter(({ key }) => own.has(key)).length ?? 0
    const all = tools?.length
    const isReady = have === all && own.size > 0
    if (all === undefined || (have === 0 && !isReady)) card.querySelector(`.${MARK}`)?.remove()
    else show(card, isReady ? words.say('mend.all') : words.say('mend.some', { have, all }), isReady)
  }
}

function show(card: HTMLElement, text: string, isReady: boolean): void {
  const mark = card.querySelector(`.${MARK}`) ?? factsOf(card).appendChild(document.createElement('b'))
  mark.className = MARK
  mark.classList.toggle('is-ready', isReady)
  mark.textContent = text
}

/** Where the facts of a card stand. */
function factsOf(card: HTMLElement): Element {
  const known = card.querySelector('.card-facts')
  if (known) return known
  const facts = document.createElement('p')
  facts.className = 'card-facts'
  const title = card.querySelector('.card-title')
  if (title) title.after(facts)
  else card.append(facts)
  return facts
}
