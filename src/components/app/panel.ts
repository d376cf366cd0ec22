import { fetchInTime } from '../../trusted/fetch-in-time.ts'
import { retrying } from '../../search/page/retry.ts'
import { wordsInBrowser, type BrowserWords } from '../../words/browser.ts'
import { button, element } from '../element.ts'
import { bytesToKeep, fetchList, keepAll, keptStore, removeKept } from './keeping.ts'
import { factsOf, sizeIn, warnings } from './say-size.ts'
import { siteFolder } from './site-folder.ts'

export { upkeep } from './upkeep.ts'

/** Opens the panel of a page's button, with the size and the outcome; closes it again. */
export async function togglePanel(opener: HTMLButtonElement): Promise<void> {
  const bar = opener.parentElement
  const open = bar?.parentElement?.querySelector(':scope > .keep-panel')
  if (open) {
    open.remove()
    opener.ariaExpanded = 'false'
    return
  }
  if (!bar || opener.ariaBusy === 'true') return
  opener.ariaBusy = 'true'
  try {
    const answer = await fetchInTime(opener.dataset.words ?? '')
    const { panel, show } = makePanel(opener, wordsInBrowser(await answer.text()))
    bar.after(panel)
    opener.ariaExpanded = 'true'
    await show()
  } finally {
    opener.ariaBusy = 'false'
  }
}

type Act = [word: 'keep.start' | 'keep.stop' | 'keep.again' | 'keep.remove', act: () => unknown, className?: string]

function makePanel(opener: HTMLButtonElement, words: BrowserWords): { panel: HTMLElement; show: () => Promise<void> } {
  const [panel, said, bar] = [element('div', 'keep-panel'), element('p', ''), element('p', 'keep-bar is-ready')]
  const progress = element('progress', '')
  said.role = 'status'
  progress.hidden = true
  progress.ariaLabel = words.say('keep.keep')
  panel.append(said, progress, bar)
  const wish = {
    path: decodeURI(location.pathname).slice(siteFolder().length),
    kind: 'page' as const,
    lang: opener.dataset.keep || document.documentElement.lang,
    title: document.querySelector('h1')?.textContent.trim() ?? '',
  }
  const retry = retrying(() => void keep())
  const size = (bytes: number): string => sizeIn(words.lang, bytes)

  const offer = (...acts: Act[]): void =>
    bar.replaceChildren(...acts.map(([word, act, className]) => button(words.say(word), act, className)))
  const tell = (sentence: string, ...acts: Act[]): void => {
    said.textContent = sentence
    offer(...acts)
  }
  const show = async (): Promise<void> => {
    const items = await keptStore()
      .items()
      .catch(() => [])
    const kept = items.find(({ path }) => path === wish.path)
    if (kept?.isWhole) return showKept(`${words.say('keep.kept')} ${factsOf(kept, words)}`)
    try {
      const needed = words.say('keep.size', { size: size(bytesToKeep(await fetchList(wish.lang), wish)) })
      tell([needed, ...warnings(words)].join(' '), ['keep.start', keep, 'keep-main'], ['keep.stop', close])
    } catch {
      tell(words.say('keep.stopped'), ['keep.again', show])
    }
  }
  const keep = async (): Promise<void> => {
    const stop = new AbortController()
    progress.hidden = false
    offer(['keep.stop', () => stop.abort()])
    // Some browsers ask the person, and others refuse without asking: the content is saved anyway.
    await (navigator.storage as Partial<StorageManager> | undefined)?.persist?.().catch(() => false)
    const outcome = await keepAll(wish, stop.signal, (done, all) => {
      progress.value = Math.min(1, done / all)
      said.textContent = words.say('keep.progress', { done: size(done), all: size(Math.max(done, all)) })
    })
    progress.hidden = true
    if (outcome === undefined) return close()
    if (outcome === 'kept') {
      retry.worked()
      return showKept(words.say('keep.kept'))
    }
    tell(words.say(`keep.${outcome}`), ['keep.again', keep], ['keep.stop', forget])
    if (outcome === 'stopped') retry.failed()
  }
  const showKept = (sentence: string): void => {
    tell(sentence, ['keep.remove', forget])
    const link = element('a', '', words.say('keep.away'))
    link.href = new URL('.', new URL(opener.dataset.words ?? '', location.href)).pathname
    bar.append(link)
  }
  const forget = async (): Promise<void> => {
    retry.worked()
    await removeKept(wish.path, wish.lang)
    close()
  }
  const close = (): void => {
    panel.remove()
    opener.ariaExpanded = 'false'
    opener.focus()
  }
  return { panel, show }
}
