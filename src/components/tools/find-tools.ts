import { fold } from '../../search/fold.ts'
import { type BrowserWords, wordsInBrowser } from '../../words/browser.ts'
import type { KeptTools } from './kept-tools.ts'
import { loadTools } from './tool-files.ts'

/** Tools that are offered at once. */
const OFFERED = 24

/** Offers the tools whose names have what was typed, and says how many there are besides. */
export async function findTools(root: HTMLElement, kept: KeptTools): Promise<void> {
  const field = root.querySelector<HTMLInputElement>('[data-find]')
  const typed = (): string => field?.value.trim() ?? ''
  let found: { key: string; name: string }[] | undefined
  try {
    found = typed() ? await loadTools(root.dataset.files ?? '') : []
  } catch (error) {
    reportError(error)
  }
  const wanted = fold(typed()).split(/\s+/).filter(Boolean) // More may have been typed meanwhile.
  const has = (name: string): boolean => wanted.every((word) => fold(name).includes(word))
  found = found?.filter(({ name }) => has(name))
  for (const { key, name } of found?.slice(0, OFFERED) ?? []) addBox(root, kept, key, name)
  const items = [...root.querySelectorAll<HTMLElement>('[data-tools] li')]
  for (const item of items) item.hidden = !has(item.querySelector('label')?.textContent ?? '')
  const line = root.querySelector<HTMLElement>('[data-found]')
  if (!line) return
  const all = wanted.length > 0 ? found?.length : Number(line.dataset.all)
  const words = wordsInBrowser(root.querySelector('[data-words]')?.textContent ?? '{}')
  line.textContent = said(words, typed(), all, items.filter(({ hidden }) => !hidden).length)
}

/** `all` tools are meant, of which some are shown; undefined where nobody knows. */
function said(words: BrowserWords, typed: string, all: number | undefined, shown: number): string {
  if (all === undefined) return words.say('mend.noTools')
  if (all === 0) return words.say('mend.noTool', { text: typed })
  return all > shown ? words.count('mend.others', all - shown) : ''
}

/** Puts a tool that somebody has on the page, if it does not stand there. */
export async function findToolBox(root: HTMLElement, kept: KeptTools, key: string): Promise<void> {
  if (hasBox(root, key)) return
  const tools = await loadTools(root.dataset.files ?? '').catch((error: unknown) => {
    reportError(error) // Its tick is kept all the same.
    return []
  })
  const tool = tools.find((one) => one.key === key)
  if (!tool) return
  addBox(root, kept, key, tool.name)
  await findTools(root, kept) // It may not be what is looked for, and is no longer one of the others.
}

const hasBox = (root: HTMLElement, key: string): boolean => root.querySelector(`[data-tool="${CSS.escape(key)}"]`) !== null

function addBox(root: HTMLElement, kept: KeptTools, key: string, name: string): void {
  if (hasBox(root, key)) return
  const item = document.createElement('li')
  const label = document.createElement('label')
  const input = document.createElement('input')
  input.type = 'checkbox'
  input.dataset.tool = key
  input.checked = kept.all.has(key)
  const shown = document.createElement('bdi')
  shown.textContent = name
  label.append(input, ' ', shown)
  item.append(label)
  root.querySelector('[data-tools]')?.append(item)
}
