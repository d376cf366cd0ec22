import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openCache } from '../../src/cache/reader.ts'
import { isMissing } from '../../src/disk/atomic.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import { runTree, type TreeFigures } from './runs.ts'

interface Generator {
  name: string
  /** What makes it print its version. */
  version: string
  args: string[]
  /** Where pages are read from, in its folder. */
  content: string
  frontMatter: (guide: { title: string; category: string }) => string
}

/** Other generators, if they are in PATH: their templates are in the folder of the name. */
const GENERATORS: Record<string, Generator> = {
  hugo: {
    name: 'Hugo',
    version: 'version',
    args: ['--quiet'],
    content: 'content/guide',
    frontMatter: (guide) => JSON.stringify({ title: guide.title, categories: [guide.category], guide }),
  },
  eleventy: {
    name: 'Eleventy',
    version: '--version',
    args: ['--quiet'],
    content: 'guide',
    frontMatter: (guide) => `---json\n${JSON.stringify({ layout: 'guide.njk', tags: ['guide'], title: guide.title, guide })}\n---`,
  },
}

const PAGEFIND = fileURLToPath(new URL('../../node_modules/.bin/pagefind', import.meta.url))

/**
 * What other generators take for a page of each guide of a cache and a list per category, with the same texts, and Pagefind to index these
 * pages. A generator that is not installed is named and left out.
 */
export async function runGenerators(cache: string, folder: string): Promise<[name: string, figures: TreeFigures, pages: number][]> {
  const rows: [string, TreeFigures, number][] = []
  for (const [program, { name, version, args, content, frontMatter }] of Object.entries(GENERATORS)) {
    const said = await runTree(program, [version]).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
    if (!said) {
      console.log(`${name} is not in PATH: not compared.`)
      continue
    }
    const cwd = join(folder, program)
    await cp(new URL(`generators/${program}`, import.meta.url), cwd, { recursive: true })
    await mkdir(join(cwd, content), { recursive: true })
    const reader = await openCache(cache)
    for await (const key of reader.keys()) {
      if (key.kind !== 'guide') continue
      const guide = JSON.parse(reader.recordBytes(key)?.toString() ?? '') as { title: string; category: string }
      await writeFile(join(cwd, content, `${key.id}.md`), frontMatter(guide))
    }
    const figures = await runTree(program, args, { cwd })
    const made = join(cwd, 'public')
    const files = await Array.fromAsync(filesBelow(made))
    const pages = files.filter((file) => file.endsWith('.html')).length
    rows.push([`${name} ${/\d[\d.]+/.exec(said.stdout)?.[0]}: pages of guides and categories`, figures, pages])
    rows.push([`Pagefind over the pages of ${name}`, await runTree(PAGEFIND, ['--site', made]), pages])
  }
  return rows
}
