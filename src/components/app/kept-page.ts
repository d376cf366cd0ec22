import type { KeptItem } from '../../app/store.ts'
import { wordsInBrowser } from '../../words/browser.ts'
import { fetchList, isNewer, keepAll, keptStore, removeKept, roomBytes } from './keeping.ts'
import { recentPages } from './recent-pages.ts'
import { dateIn, sizeIn } from './say-size.ts'
import { siteFolder } from './site-folder.ts'

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
  const [row, link, facts, bar] = [
    document.createElement('li'),
    document.createElement('a'),
    document.createElement('small'),
    document.createElement('p'),
  ]
  const progress = document.createElement('progress')
  const said = document.createElement('span')
  link.href = siteFolder() + encodeURI(item.path)
  link.lang = item.lang
  link.textContent = item.title
  facts.textContent = `${sizeIn(words.lang, item.bytes)} · ${words.say('keep.of', { date: dateIn(words.lang, item.atMs) })}`
  said.role = 'status'
  progress.hidden = true
  progress.ariaLabel = item.title
  bar.className = 'keep-bar is-ready'
  const remove = buttonFor('keep.remove', () => removeKept(item.path, item.lang).then(show))
  const stopping = new AbortController()
  const update = buttonFor(item.isWhole ? 'keep.update' : 'keep.goOn', async () => {
    progress.hidden = false
    update.disabled = true
    const outcome = await keepAll(item, stopping.signal, (done, all) => (progress.value = Math.min(1, done / all)))
    if (outcome === 'kept') return show()
    progress.hidden = true
    update.disabled = false
    if (outcome) said.textContent = words.say(`keep.${outcome}`)
  })
  update.className = 'keep-main'
  update.hidden = item.isWhole
  remove.addEventListener('click', () => stopping.abort())
  if (!item.isWhole) said.textContent = words.say('keep.incomplete')
  else void compare(item, said, update)
  bar.append(update, remove)
  row.append(link, facts, said, progress, bar)
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

function buttonFor(word: 'keep.remove' | 'keep.update' | 'keep.goOn', act: () => unknown): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = words.say(word)
  button.addEventListener('click', () => void act())
  return button
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
    ...('GestureEvent' in globalThis ? [words.say('keep.forgets')] : []),
  ]
  sum.textContent = sentences.join(' ')
}

async function showRecent(): Promise<void> {
  const section = part('recent')
  const pages = await recentPages()
  section?.toggleAttribute('hidden', pages.length === 0)
  const items = pages.map(({ path, title }) => {
    const [item, link] = [document.createElement('li'), document.createElement('a')]
    link.href = path
    link.textContent = title
    item.append(link)
    return item
  })
  section?.querySelector('ul')?.replaceChildren(...items)
}

standIn()
// If the browser does not allow storage, there is nothing to show.
show().catch(() => {
  const none = part('none')
  if (none) none.textContent = words.say('keep.unable')
  none?.removeAttribute('hidden')
})
