import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listPath, recordPath } from '../../../src/cache/layout.ts'
import { withFolder } from '../run.ts'
import { makeSite } from './made-site.ts'
import { runTree } from './process-tree.ts'

const COMMAND = fileURLToPath(new URL('../../benchbook.mjs', import.meta.url))
const EDITED = 20

interface Built {
  pages: number
  keptPages: number
  stagesMs: Record<'pages' | 'search' | 'media', number>
}

/** Builds a generated site, again with 20 guides edited, and again without changes; returns the section of the page on performance. */
export async function benchNights(guides: number): Promise<string> {
  const rows = await withFolder(async (folder) => {
    const cache = join(folder, 'cache')
    await makeSite(cache, guides)
    const night = (name: string) => rowOf(name, cache, join(folder, 'dist'))
    const first = await night('first night')
    await editGuides(cache, guides)
    return [first, await night(`${EDITED} guides edited`), await night('nothing changed')]
  })
  const section = `## Nights

Measured by \`npm run bench -- nights\` with Node ${process.versions.node} on ${availableParallelism()} cores; the system load was ${(loadavg()[0] ?? 0).toFixed(1)} after it. One
run of \`benchbook build\` a night, on the made-up site of ${guides} guides described under "Building".

| Night | Pages rendered | Time | CPU | Peak memory | Pages, and the search beside them | The rest of the search | Media |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`
  console.log(section)
  return section
}

const megabytes = (bytes: number | undefined): string => (bytes === undefined ? '–' : `${Math.round(bytes / 1e6)} MB`)
const seconds = (ms: number | undefined): string => (ms === undefined ? '–' : `${(ms / 1000).toFixed(1)} s`)

async function rowOf(name: string, cache: string, out: string): Promise<string> {
  const { ms, cpuMs, peakBytes, stdout } = await runTree(process.execPath, [COMMAND, 'build', '--cache', cache, '--out', out, '--json'])
  const { pages, keptPages, stagesMs } = JSON.parse(stdout) as Built
  const stages = [stagesMs.pages, stagesMs.search, stagesMs.media].map(seconds)
  return `| ${[name, `${pages - keptPages} of ${pages}`, seconds(ms), seconds(cpuMs), megabytes(peakBytes), ...stages].join(' | ')} |`
}

/** Edits some guides like their authors would: their texts, and the time in their list. */
async function editGuides(cache: string, guides: number): Promise<void> {
  const ids = new Set(Array.from({ length: EDITED }, (_, at) => 1 + Math.floor((at * guides) / EDITED)))
  const edited = { modified_date: 1_790_000_000 }
  for (const id of ids) {
    const path = join(cache, recordPath({ kind: 'guide', id: String(id) }))
    const guide = JSON.parse(await readFile(path, 'utf8')) as object
    await writeFile(path, JSON.stringify({ ...guide, ...edited, introduction_rendered: '<p>Edited.</p>' }))
  }
  const list = join(cache, listPath('guides'))
  const items = (await readFile(list, 'utf8')).trimEnd().split('\n')
  const lines = items.map((line) => {
    const item = JSON.parse(line) as { guideid: number }
    return ids.has(item.guideid) ? JSON.stringify({ ...item, ...edited }) : line
  })
  await writeFile(list, `${lines.join('\n')}\n`)
}
