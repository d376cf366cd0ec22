import { fetchFile } from '../../trusted/files.ts'
import type { ToolNames, ToolPartData } from '../../views/item/tools.ts'

/** A guide with its required tools. */
export interface GuideWithTools {
  guideid: number
  title: string
  tools: { key: string; name: string }[]
}

/** Loaded files: each is requested once only. */
const known = new Map<string, Promise<unknown>>()

function load(files: string, name: string): Promise<unknown> {
  const address = `${files}${name}.json`
  const loading =
    known.get(address) ??
    fetchFile(new URL(address, document.baseURI)).then((answer) => {
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
      return answer.json() as Promise<unknown>
    })
  known.set(address, loading)
  loading.catch(() => known.delete(address))
  return loading
}

/** All tools, those of the most guides first. */
export async function loadTools(files: string): Promise<{ key: string; name: string }[]> {
  const { names, keys } = (await load(files, 'all')) as ToolNames
  return names.map((name, place) => ({ name, key: keys[place] ?? name.toLowerCase() }))
}

/** The guides of one part of the site. */
export async function loadGuides(files: string, part: string): Promise<GuideWithTools[]> {
  const { steps, titles, tools } = (await load(files, `in-${part}`)) as ToolPartData
  const all = await loadTools(files)
  let guideid = 0
  return steps.map((step, at) => ({
    guideid: (guideid += step),
    title: titles[at] ?? '',
    tools: (tools[at] ?? []).flatMap((place) => all[place] ?? []),
  }))
}
