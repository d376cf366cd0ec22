import { sitePath } from '../shopping/site-path.ts'
import { KeptTools } from './kept-tools.ts'
import { loadGuides, needsOnly } from './tool-files.ts'

/** What the tools are good for that somebody has, for a search. `files` is the folder of the files of tools, of which all `parts` are loaded when guides are asked for. */
export function ownGuides(files: string, parts: readonly string[]) {
  const kept = new KeptTools(sitePath())
  let known: { tools: string; guides: Promise<ReadonlySet<number>> } | undefined
  const find = async (own: ReadonlySet<string>): Promise<ReadonlySet<number>> => {
    const guides = await Promise.all(parts.map((part) => loadGuides(files, part)))
    return new Set(guides.flat().flatMap((guide) => (needsOnly(guide, own) ? [guide.guideid] : [])))
  }
  return {
    areThere: (): boolean => kept.all.size > 0,
    /** By id: the same set as long as no tool is ticked or cleared. Throws when a file cannot be read. */
    guides(): Promise<ReadonlySet<number>> {
      const { all } = kept
      const tools = JSON.stringify([...all])
      if (known?.tools !== tools) known = { tools, guides: find(all) }
      const { guides } = known
      // Failures are forgotten.
      guides.catch(() => (known = undefined))
      return guides
    },
  }
}
