import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CheckedSite } from '../../../src/library/library.ts'
import { makeSite } from '../build/made-site.ts'
import { runTree, type TreeFigures } from '../build/process-tree.ts'
import { withFolder } from '../run.ts'
import { madeCategories, WHOLE_TREE } from './made-categories.ts'

const COMMAND = fileURLToPath(new URL('../../benchbook.mjs', import.meta.url))

/** How many files a host such as Cloudflare Pages takes. */
const MOST_FILES = 20_000
const LISTED = ['--empty-categories', 'listed']
const WAYS = [[], LISTED, [...LISTED, '--media-base', 'https://media.example/guides/']]

/**
 * Builds a site of so many categories and guides for a host that takes 20,000 files, in ways that make fewer and fewer, and checks those that it takes. Gives the
 * section of the page on hosts.
 */
export async function benchTree(categories: number, guides: number): Promise<string> {
  const tree = madeCategories(categories)
  const rows: string[] = []
  await withFolder(async (folder) => {
    const cache = join(folder, 'cache')
    await makeSite(cache, guides, tree)
    for (const [at, flags] of WAYS.entries()) rows.push(...(await measureWay(cache, join(folder, String(at), 'dist'), flags)))
  })
  const section = sectionOf({ categories: tree.all.length, guides, rows, isWhole: categories >= WHOLE_TREE })
  console.log(section)
  return section
}

async function measureWay(cache: string, out: string, flags: readonly string[]): Promise<string[]> {
  const most = ['--max-files', String(MOST_FILES)]
  const built = await runTree(process.execPath, [COMMAND, 'build', '--json', '--cache', cache, '--out', out, ...most, ...flags], {
    codes: [0, 1],
  })
  const said = JSON.parse(built.stdout) as { error?: { message: string }; files?: number }
  const files = said.files ?? Number(/has ([\d,]+) files/.exec(said.error?.message ?? '')?.[1]?.replaceAll(',', ''))
  const name = `\`${['build', ...most, ...flags].join(' ')}\``
  if (said.error) return [rowOf(name, built, `${count(files)}: refused`)]
  const checked = await runTree(process.execPath, [COMMAND, 'check', '--json', '--cache', cache, '--out', out])
  const { findings, references } = JSON.parse(checked.stdout) as CheckedSite
  return [
    rowOf(name, built, count(files)),
    rowOf(
      '`check` of it',
      checked,
      `${count(references)} references, ${findings.length === 0 ? 'none dead' : `${findings.length} findings`}`,
    ),
  ]
}

const count = (number: number): string => number.toLocaleString('en-US')
const seconds = (ms: number | undefined): string => (ms === undefined ? '–' : `${Math.round(ms / 1000)} s`)

function rowOf(name: string, { ms, cpuMs, peakBytes }: TreeFigures, result: string): string {
  const memory = peakBytes === undefined ? '–' : `${(peakBytes / 1e9).toFixed(1)} GB`
  return `| ${[name, result, seconds(ms), seconds(cpuMs), memory].join(' | ')} |`
}

const sectionOf = ({
  categories,
  guides,
  rows,
  isWhole,
}: {
  categories: number
  guides: number
  rows: readonly string[]
  /** As large as iFixit's, which a quick run is not. */
  isWhole: boolean
}): string => `## A large tree

What a host with a limit of 20,000 files gets of a tree ${isWhole ? 'as large as' : 'of the shape of'} iFixit's, measured by \`npm run bench -- tree\` with Node ${process.versions.node} on ${availableParallelism()} cores. The system load was
${(loadavg()[0] ?? 0).toFixed(1)} after it: where it is above the number of cores, other programs were competing for them, and CPU says more than time.

- The site is made up: ${count(categories)} categories in nine levels, of which one in ten of those with nothing below it has a text; ${count(guides)} guides; three pictures a guide.
- A build that is refused has taken its time: the files are counted when they are there. The previous site stays.

| Command | Files | Time | CPU | Peak memory |
| --- | --- | ---: | ---: | ---: |
${rows.join('\n')}
`
