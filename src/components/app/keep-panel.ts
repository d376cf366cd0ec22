import { Retry } from '../../search/page/retry.ts'
import { wordsInBrowser, type BrowserWords } from '../../words/browser.ts'
import { bytesToKeep, fetchList, keepAll, keptStore, removeKept } from './keeping.ts'
import { dateIn, sizeIn } from './say-size.ts'
import { siteFolder } from './site-folder.ts'

/** Opens the panel of a page's button, with the size and the outcome; closes it again. */
export async function togglePanel(button: HTMLButtonElement): Promise<void> {
  const bar = button.parentElement
  const open = bar?.parentElement?.querySelector(':scope > .keep-panel')
  if (open) {
    open.remove()
    button.ariaExpanded = 'false'
    return
  }
  if (!bar || button.ariaBusy === 'true') return
  button.ariaBusy = 'true'
  try {
    const answer = await fetch(button.dataset.words ?? '')
    const panel = new KeepPanel(button, wordsInBrowser(await answer.text()))
    bar.after(panel.element)
    button.ariaExpanded = 'true'
    await panel.show()
  } finally {
    button.ariaBusy = 'false'
  }
}

class KeepPanel {
  readonly element = document.createElement('div')
  readonly #said = document.createElement('p')
  readonly #progress = document.createElement('progress')
  readonly #buttons = document.createElement('p')
  readonly #words: BrowserWords
  readonly #wish: { path: string; kind: 'page'; lang: string; title: string }
  readonly #retry = new Retry(() => void this.#keep())
  #stop = new AbortController()

  constructor(button: HTMLButtonElement, words: BrowserWords) {
    this.#words = words
    const { lang } = document.documentElement
    const title = document.querySelector('h1')?.textContent.trim() ?? ''
    this.#wish = { path: decodeURI(location.pathname).slice(siteFolder().length), kind: 'page', lang: button.dataset.keep || lang, title }
    this.element.className = 'keep-panel'
    this.#said.role = 'status'
    this.#progress.hidden = true
    this.#progress.ariaLabel = words.say('keep.keep')
    this.#buttons.className = 'keep-bar is-ready'
    this.element.append(this.#said, this.#progress, this.#buttons)
  }

  async show(): Promise<void> {
    const kept = (
      await keptStore()
        .items()
        .catch(() => [])
    ).find(({ path }) => path === this.#wish.path)
    if (kept?.isWhole) {
      const { lang } = this.#words
      return this.#showKept(
        `${this.#words.say('keep.kept')} ${sizeIn(lang, kept.bytes)} · ${this.#words.say('keep.of', { date: dateIn(lang, kept.atMs) })}`,
      )
    }
    try {
      const size = sizeIn(this.#words.lang, bytesToKeep(await fetchList(this.#wish.lang), this.#wish))
      this.#say(this.#words.say('keep.size', { size }), ...(isSafari() ? [this.#words.say('keep.forgets')] : []))
      this.#offer(['keep.start', () => this.#keep(), true], ['keep.stop', () => this.#close()])
    } catch {
      this.#say(this.#words.say('keep.stopped'))
      this.#offer(['keep.again', () => this.show()])
    }
  }

  async #keep(): Promise<void> {
    this.#stop = new AbortController()
    this.#progress.hidden = false
    this.#offer(['keep.stop', () => this.#stop.abort()])
    // Some browsers ask the person, and others refuse without asking: the content is saved anyway.
    await (navigator.storage as Partial<StorageManager> | undefined)?.persist?.().catch(() => false)
    const { lang } = this.#words
    const outcome = await keepAll(this.#wish, this.#stop.signal, (done, all) => {
      this.#progress.value = Math.min(1, done / all)
      this.#say(this.#words.say('keep.progress', { done: sizeIn(lang, done), all: sizeIn(lang, Math.max(done, all)) }))
    })
    this.#progress.hidden = true
    if (outcome === undefined) return this.#close()
    if (outcome === 'kept') {
      this.#retry.worked()
      return this.#showKept(this.#words.say('keep.kept'))
    }
    this.#say(this.#words.say(`keep.${outcome}`))
    this.#offer(['keep.again', () => this.#keep()], ['keep.stop', () => this.#forget()])
    if (outcome === 'stopped') this.#retry.failed()
  }

  #showKept(sentence: string): void {
    this.#say(sentence)
    this.#offer(['keep.remove', () => this.#forget()])
    const link = document.createElement('a')
    link.href = new URL('.', new URL(document.querySelector<HTMLElement>('[data-keep]')?.dataset.words ?? '', location.href)).pathname
    link.textContent = this.#words.say('keep.away')
    this.#buttons.append(link)
  }

  async #forget(): Promise<void> {
    this.#retry.worked()
    await removeKept(this.#wish.path, this.#wish.lang)
    this.#close()
  }

  #close(): void {
    this.element.remove()
    const button = document.querySelector<HTMLButtonElement>('button[data-keep]')
    if (!button) return
    button.ariaExpanded = 'false'
    button.focus()
  }

  #say(...sentences: string[]): void {
    this.#said.textContent = sentences.join(' ')
  }

  #offer(...acts: [word: 'keep.start' | 'keep.stop' | 'keep.again' | 'keep.remove', act: () => unknown, isMain?: boolean][]): void {
    const buttons = acts.map(([word, act, isMain]) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = this.#words.say(word)
      if (isMain) button.className = 'keep-main'
      button.addEventListener('click', () => void act())
      return button
    })
    this.#buttons.replaceChildren(...buttons)
  }
}

/** Safari, and all browsers on an iPhone, which are based on it. */
const isSafari = (): boolean => 'GestureEvent' in globalThis
