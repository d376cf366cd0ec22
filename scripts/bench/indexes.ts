import { cpus, loadavg } from 'node:os'
import { makeCache } from './made-cache.ts'
import { run, withFolder } from './run.ts'

/** Of one query, but for the memory of the process. */
export interface IndexFigures {
  cpuMs: number
  p50Ms: number
  p99Ms: number
  peakBytes: number
}

const KINDS = {
  words: 'three words',
  titles: 'whole titles',
  lists: '20 guides of a type, from somewhere in the list',
  guids: 'the id of a GUID',
} as const
/** What is asked of an index. */
export type Asked = keyof typeof KINDS
const WAYS = { ours: 'the replica', sqlite: 'SQLite' } as const

/** Asks the replica's indexes and SQLite's by turns, each in a process of its own; gives the section of the page on performance. */
export async function benchIndexes(guides: number, rounds: number): Promise<string> {
  const load = loadavg()[0] ?? 0
  return withFolder(async (folder) => {
    await makeCache(folder, guides)
    await run('index-once', [folder, 'sqlite', 'words', guides]) // makes its file
    const rows: string[] = []
    for (const [kind, asked] of Object.entries(KINDS)) {
      const measured: Record<string, IndexFigures[]> = {}
      for (let round = 0; round < rounds; round++)
        for (const way of Object.keys(WAYS)) (measured[way] ??= []).push(await run<IndexFigures>('index-once', [folder, way, kind, guides]))
      for (const [way, name] of Object.entries(WAYS)) rows.push(lineOf(asked, name, measured[way] ?? []))
    }
    console.log(rows.join('\n'))
    return section(guides, rounds, rows, load)
  })
}

/** The median of each figure: other work on the machine disturbs single runs. */
function lineOf(asked: string, name: string, figures: readonly IndexFigures[]): string {
  const median = (of: keyof IndexFigures) => figures.map((one) => one[of]).sort((a, b) => a - b)[figures.length >> 1] ?? 0
  const ms = (of: keyof IndexFigures) => `${median(of).toFixed(3)} ms`
  return `| ${[asked, name, ms('cpuMs'), ms('p50Ms'), ms('p99Ms'), `${Math.round(median('peakBytes') / 1e6)} MB`].join(' | ')} |`
}

const section = (guides: number, rounds: number, rows: readonly string[], load: number): string => `## The replica's indexes and SQLite's

Measured by \`npm run bench -- indexes --guides ${guides}\` with Node ${process.versions.node} on ${cpus().length} cores (${cpus()[0]?.model.trim() || 'unknown CPU'}). The system load
was ${load.toFixed(1)} before. One process asks one index, without HTTP; medians of ${rounds} processes each, by turns. SQLite (\`node:sqlite\`, words in FTS5) gets the same words, items and
GUIDs in a file made before. It is asked for the best 20 and the number of all; it does not look for words with typing errors, other languages or categories.

| Asked for | Index | CPU per query | p50 | p99 | Peak memory |
| --- | --- | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`
