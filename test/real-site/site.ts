import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** The parts of a guide of the real site that the tests need. */
export interface RealGuide {
  guideid: number
  title: string
  category: string
  image: RealImage | null
  steps: { stepid: number; lines: { text_rendered: string }[]; media?: { type: string; data: RealImage[] } | null }[]
}
export type RealImage = Record<string, unknown>

interface Tree {
  [title: string]: Tree | null
}

/** The answers in the folder of the real site, with media addresses as its server writes them. */
export function readRealSite(folder: string, server: string): { guides: RealGuide[]; categories: string[] } {
  const json = (name: string): unknown =>
    JSON.parse(
      readFileSync(`${folder}/${name}`, 'utf8').replace(
        /https?:(\\?\/){2}(d[0-9a-z]{12,13}\.cloudfront\.net|guide-images\.cdn\.ifixit\.com)/g,
        `${server}/media`,
      ),
    )
  const list = json('guides.json') as { guideid: number; category: string }[]
  const guides = list.map(({ guideid }) => json(`guides/${guideid}.json`) as RealGuide)
  const inTree = (tree: Tree): string[] => Object.entries(tree).flatMap(([title, below]) => [title, ...inTree(below ?? {})])
  const named = [...list, ...guides].map(({ category }) => category)
  return { guides, categories: [...new Set([...inTree(json('categories.json') as Tree), ...named])] }
}

/** Starts the real site's own server as a process; returns its API's address. */
export async function startRealSite(folder: string): Promise<{ api: string; stop: () => void }> {
  const child = spawn(process.execPath, [`${folder}/serve.mjs`], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [api] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { api, stop: () => void child.kill() }
}
