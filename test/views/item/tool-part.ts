import { readNumbers, sumsOf } from '../../../src/views/item/number-text.ts'
import { readTitles } from '../../../src/views/item/title-text.ts'
import type { ToolNames, ToolPartData } from '../../../src/views/item/tools.ts'
import { toolFile, toolFiles } from '../../../src/views/item/tools-page.ts'
import type { Site } from '../../../src/views/site/site.ts'

/** What a file of a part says: guides with the places of their tools. */
export function guidesOf({ steps, tools }: ToolPartData): { guideid: number; tools: number[] }[] {
  const toolsOf = tools.split(' ').map((text) => sumsOf(readNumbers(text)))
  return sumsOf(readNumbers(steps)).map((guideid, at) => ({ guideid, tools: toolsOf[at] ?? [] }))
}

/** What the files of a site say: each guide with the names of its tools. */
export function guidesIn(site: Site): Record<string, string[]> {
  const { names } = JSON.parse(toolFile(site, 'all')) as ToolNames
  const words = (JSON.parse(toolFile(site, 'words')) as string).split(' ')
  const parts = toolFiles(site).filter((name) => name.startsWith('in-'))
  return Object.fromEntries(
    parts.flatMap((name) => {
      const titles = readTitles(JSON.parse(toolFile(site, name.replace('in-', 'titles-'))) as string, words)
      return guidesOf(JSON.parse(toolFile(site, name)) as ToolPartData).map(({ guideid, tools }, at): [string, string[]] => [
        `${guideid} ${titles[at] ?? ''}`,
        tools.map((place) => names[place] ?? ''),
      ])
    }),
  )
}
