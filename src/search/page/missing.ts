import { fetchFile } from '../../trusted/files.ts'
import { wordsInBrowser } from '../../words/browser.ts'
import { wordsOfAddress } from './address-words.ts'
import { find } from './view/dom.ts'
import { openEngine } from './engine/engine.ts'
import { hitView } from './view/hit-view.ts'
import { placeOf } from './place-of.ts'
import { openIndex } from './engine/open-index.ts'
import { copyOf } from './service-address.ts'
import { writeQuery } from './query.ts'
import { shownText } from './view/shown.ts'
import { suggest } from './suggest.ts'

const SHOWN = 5

/**
 * Redirects to the copy of the page that a missing page's address means on the service. If there is none, searches for what the address
 * names. `root` is the element drawn by MissingSearch.astro. Does nothing if the address names nothing, or without results.
 */
export async function startMissing(root: HTMLElement): Promise<void> {
  const { base, root: files, ownOnly } = placeOf(root)
  const { action = '', addresses } = root.dataset
  const place = { base, root: files, lang: document.documentElement.lang, ownOnly }
  const copy = await copyOf(location, place, addresses)
  if (copy !== undefined) return location.replace(copy)
  const path = new URL(base, location.href).pathname
  const text = wordsOfAddress(location.pathname.slice(location.pathname.startsWith(path) ? path.length : 0))
  if (!text) return
  const [engine, response] = await Promise.all([openEngine(place, openIndex), fetchFile(`${action}words.json`)])
  const query = { text, filters: {}, sort: 'relevance' } as const
  const answer = await engine.search(query, SHOWN)
  const found = (await suggest(engine, query, answer)) ?? { text, answer }
  if (found.answer.total === 0) return
  const words = wordsInBrowser(await response.text())
  const template = find(root, 'template[data-part=hit]', HTMLTemplateElement)
  const hits = (await found.answer.next(SHOWN)).map((hit) => hitView(hit, template, files, words))
  find(root, '[data-part=results]', HTMLElement).replaceChildren(...hits)
  const all = find(root, 'a[data-part=all]', HTMLAnchorElement)
  all.href = action + writeQuery({ ...query, text: found.text })
  all.textContent = words.say('found.all', { text: shownText(found.text) })
  root.hidden = false
}
