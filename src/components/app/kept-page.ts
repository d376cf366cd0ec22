import type { KeptItem } from '../../app/store.ts'
import { ownDocument } from '../../trusted.ts'
import { wordsInBrowser } from '../../words/browser.ts'
import { button, element } from '../element.ts'
import { fetchList, isNewer, keepAll, keptStore, removeKept, roomBytes } from './keeping.ts'
import { factsOf, sizeIn, warnings } from './say-size.ts'
import { siteFolder } from './site-folder.ts'

/** The number of recently read pages to show. */
const RECENT = 20
const here = document.querySelector<HTMLElement>('[data-kept-here]')
const words = wordsInBrowser(here?.querySelector('[data-words]')?.textContent ?? '{"lang":"en","entries":{}}')
const part = (name: string): HTMLElement | null => here?.querySelector<HTMLElement>(`[data-${name}]`) ?? null

/** Shown at the address of an unavailable page, and reloads that page once it is available. */
function standIn(): void {
  if (/\/kept\/(?:index\.html)?$/.test(location.pathname)) return
  part('gone')?.removeAttribute('hidden')
  part('again')?.addEventListener('click', () => location.reload())
  addEventListener('online', () => location.reload())
}

async function show(): Promise<void> {
  const items = await keptStore().items()
  const pages = items.filter(({ kind }) => kind === 'page').sort((a, b) => a.title.localeCompare(b.title, words.lang))
  part('none')?.toggleAttribute('hidden', pages.length > 0)
  part('items')?.replaceChildren(...pages.map(rowOf))
  await Promise.all([showSum(items), showRecent()])
}

function rowOf(item: KeptItem): HTMLElement {
  const link = Object.assign(element('a', '', item.title), { href: siteFolder() + encodeURI(item.path), lang: item.lang })
  const said = Object.assign(element('span', ''), { role: 'status' })
  const progress = Object.assign(element('progress', ''), { hidden: true, ariaLabel: item.title })
  const stopping = new AbortController()
  const remove = button(words.say('keep.remove'), () => {
    stopping.abort()
    void removeKept(item.path, item.lang).then(show)
  })
  const update = button(words.say(item.isWhole ? 'keep.update' : 'keep.goOn'), () => renew(), 'keep-main')
  const renew = async (): Promise<void> => {
    progress.hidden = false
    update.disabled = true
    const outcome = await keepAll(item, stopping.signal, (done, all) => (progress.value = Math.min(1, done / all)))
    if (outcome === 'kept') return show()
    progress.hidden = true
    update.disabled = false
    if (outcome) said.textContent = words.say(`keep.${outcome}`)
  }
  update.hidden = item.isWhole
  if (!item.isWhole) said.textContent = words.say('keep.incomplete')
  else void compare(item, said, update)
  const bar = element('p', 'keep-bar is-ready')
  bar.append(update, remove)
  const row = document.createElement('li')
  row.append(link, element('small', '', factsOf(item, words)), said, progress, bar)
  return row
}

/** Without a network, nothing is shown. */
async function compare(item: KeptItem, said: HTMLElement, update: HTMLElement): Promise<void> {
  const list = await fetchList(item.lang).catch(() => undefined)
  if (!list) return
  const hasNewer = isNewer(list, item)
  said.textContent = words.say(hasNewer ? 'keep.newer' : 'keep.current')
  update.hidden = !hasNewer
}

async function showSum(items: readonly KeptItem[]): Promise<void> {
  const sum = part('sum')
  const packs = await keptStore().packs()
  const bytes = packs.reduce((all, pack) => all + pack.bytes, 0)
  const room = await roomBytes()
  if (!sum) return
  sum.textContent = ''
  if (items.length === 0) return
  const isLasting = await (navigator.storage as Partial<StorageManager> | undefined)?.persisted?.()
  const sentences = [
    ...(room === undefined ? [] : [words.say('keep.sum', { size: sizeIn(words.lang, bytes), room: sizeIn(words.lang, room) })]),
    words.say(isLasting ? 'keep.lasting' : 'keep.fleeting'),
    ...warnings(words),
  ]
  sum.textContent = sentences.join(' ')
}

/** Lists recently read pages that are still stored, latest first. */
async function showRecent(): Promise<void> {
  const section = part('recent')
  const cache = 'caches' in globalThis ? await caches.open(`benchbook ${siteFolder()} recent`) : undefined
  const pages = ((await cache?.keys()) ?? []).filter(({ url }) => !url.includes('/media/')).slice(-RECENT)
  section?.toggleAttribute('hidden', pages.length === 0)
  const items = pages.toReversed().map(async (request) => {
    const page = ownDocument((await (await cache?.match(request))?.text()) ?? '')
    const href = new URL(request.url).pathname
    const item = document.createElement('li')
    item.append(Object.assign(element('a', '', page.querySelector('h1')?.textContent.trim() || page.title || href), { href }))
    return item
  })
  section?.querySelector('ul')?.replaceChildren(...(await Promise.all(items)))
}

standIn()
// If the browser does not allow storage, there is nothing to show.
show().catch(() => {
  const none = part('none')
  if (none) none.textContent = words.say('keep.unable')
  none?.removeAttribute('hidden')
})
