import { fetchFile } from '../../trusted/files.ts'
import { readNumbers, sumsOf } from '../../views/item/number-text.ts'
import { readTitles } from '../../views/item/title-text.ts'
import type { ToolNames, ToolPartData } from '../../views/item/tools.ts'

/** A guide with what it needs. */
export interface GuideWithTools {
  guideid: number
  tools: { key: string; name: string }[]
}

/** True for a guide that needs no other tools than these. */
export const needsOnly = ({ tools }: GuideWithTools, own: ReadonlySet<string>): boolean => tools.every(({ key }) => own.has(key))

/** What files say, by their addresses: each is asked for and read once. */
const known = new Map<string, Promise<unknown>>()

/** `read` makes of what a file says what is known of it. Failures are forgotten. */
function load<Known>(files: string, name: string, read: (said: never) => Known | Promise<Known>): Promise<Known> {
  const address = `${files}${name}.json`
  const loading = (known.get(address) as Promise<Known> | undefined) ?? fetchJson(address).then((said) => read(said as never))
  known.set(address, loading)
  loading.catch(() => known.delete(address))
  return loading
}

async function fetchJson(address: string): Promise<unknown> {
  const answer = await fetchFile(new URL(address, document.baseURI))
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return answer.json()
}

/** All tools, those of the most guides first. */
export const loadTools = (files: string): Promise<{ key: string; name: string }[]> =>
  load(files, 'all', ({ names, keys }: ToolNames) => names.map((name, place) => ({ name, key: keys[place] ?? name.toLowerCase() })))

/** The guides of one part of the site. */
export const loadGuides = (files: string, part: string): Promise<GuideWithTools[]> =>
  load(files, `in-${part}`, async ({ steps, tools }: ToolPartData) => {
    const all = await loadTools(files)
    const toolsOf = tools.split(' ').map((text) => sumsOf(readNumbers(text)))
    return sumsOf(readNumbers(steps)).map((guideid, at) => ({ guideid, tools: (toolsOf[at] ?? []).flatMap((place) => all[place] ?? []) }))
  })

/** The titles of {@link loadGuides}, in its order. */
export const loadTitles = (files: string, part: string): Promise<string[]> =>
  load(files, `titles-${part}`, async (titles: string) =>
    readTitles(titles, await load(files, 'words', (words: string) => words.split(' '))),
  )
