import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { middleOf } from '../figures.ts'
import { withFolder } from '../run.ts'
import { CHANGES, writeSite } from './changes.ts'
import { MeasuredPreview, type Shown } from './preview.ts'

/** Nobody saves twice a second: meanwhile the next process starts. */
const REST_MS = 2500

interface Row {
  name: string
  shown: Shown[]
}

/** Saves files in the folder of a preview, by turns; gives the section of the page on performance. */
export async function benchDev(rounds: number): Promise<string> {
  const load = loadavg()[0] ?? 0
  return withFolder(async (folder) => {
    await writeSite(folder)
    const preview = await MeasuredPreview.open(folder)
    const rows: Row[] = CHANGES.map(({ name }) => ({ name, shown: [] }))
    try {
      // The compilers take twice as long the first time; that round is not counted.
      for (let round = 0; round <= rounds; round++)
        for (const [at, change] of CHANGES.entries()) {
          await sleep(REST_MS)
          const shown = await preview.save(change, `m${10 + round}`)
          if (round > 0) rows[at]?.shown.push(shown)
        }
    } finally {
      await preview.end()
    }
    const section = sectionOf([{ name: 'the start, with a full compile', shown: [preview.start] }, ...rows], load)
    console.log(section)
    return section
  })
}

function sectionOf([start, ...changes]: [Row, ...Row[]], load: number): string {
  const msOf = ({ shown }: Row): number => middleOf(shown.map(({ ms }) => ms))
  const cpuOf = ({ shown }: Row): number => middleOf(shown.map(({ cpuMs }) => cpuMs ?? Number.NaN))
  const line = (row: Row): string =>
    `| ${row.name} | ${Math.round(msOf(row))} ms | ${(msOf(row) / msOf(start)).toFixed(2)} | ${Math.round(cpuOf(row))} ms | ${(cpuOf(row) / cpuOf(start)).toFixed(2)} |`
  return `## A preview

Measured by \`npm run bench -- dev\` with Node ${process.versions.node} on ${availableParallelism()} cores; the system load was ${load.toFixed(1)} before. \`benchbook dev\` shows the sample with a footer of one's own; a file is saved, and
the time runs from there to the page that shows it, without the browser. Medians of ${changes[0]?.shown.length}; CPU is that of all processes of the command. A load above the number of cores means that other programs were
competing for them: then only the CPU and the ratios say something.

| What is saved | Time | ÷ start | CPU | ÷ start |
| --- | ---: | ---: | ---: | ---: |
${[start, ...changes].map(line).join('\n')}
`
}
