import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ENTRY_FILE } from '../../src/build/page-program.ts'
import type { CompiledPages } from '../../src/preview/messages.ts'
import { PageCompiler } from '../../src/preview/page-compiler.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { siteFiles } from '../site-files.ts'

const AS_IT_IS = { base: '/', site: '', links: 'root', app: false, debug: false, logo: '' } as const

/** A compiler, and a folder of components with a file beside it that one of them imports. */
async function compiling() {
  const folder = await temporaryFolder()
  const components = join(folder, 'components')
  await mkdir(components)
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  await write('motto.ts', 'export const motto = "By the sea"\n')
  await write('components/Licence.astro', '---\nimport { motto } from "../motto.ts"\n---\n<p>Ours: {motto}</p>\n')
  const compiler = new PageCompiler()
  onTestFinished(() => compiler.end())
  return { compiler, write, folder, compile: (more: object = {}) => compiler.compile({ ...AS_IT_IS, components, ...more }) }
}

async function says({ folder, site }: CompiledPages, words: string): Promise<boolean> {
  const program = [...(await siteFiles(join(folder, 'program')))]
  expect(program.some(([name]) => ENTRY_FILE.test(name)) && existsSync(join(site, '_astro'))).toBe(true)
  const texts = await Promise.all(program.map(([name]) => readFile(join(folder, 'program', name), 'utf8')))
  return texts.some((text) => text.includes(words))
}

test('pages with components of one’s own are compiled again only for what they are made of', { timeout: 120_000 }, async () => {
  const { compiler, write, folder, compile } = await compiling()
  const first = await compile()
  expect(await says(first, 'By the sea')).toBe(true)
  expect(compiler.outside).toEqual([join(folder, 'motto.ts')])
  expect(await compile({ footer: 'Another', words: 'words' })).toEqual(first)

  await write('motto.ts', 'export const motto = "In the hills"\n')
  const second = await compile()
  expect(second).not.toEqual(first)
  expect(await says(second, 'In the hills')).toBe(true)
  // They are shown for as long as the next ones are compiled.
  expect(await says(first, 'By the sea')).toBe(true)
  await compiler.keepOnly(second)
  const place = dirname(second.folder)
  expect(await readdir(place)).toHaveLength(1)
  await compiler.end()
  expect(existsSync(place)).toBe(false)
})

/** All files of compiled pages, by their names and sums. */
async function filesOf({ folder, site }: CompiledPages): Promise<string[]> {
  const [program, named] = await Promise.all([siteFiles(join(folder, 'program')), siteFiles(site)])
  // Astro writes a new key for encryption into the entry each time, which nothing here uses.
  return [...program, ...named].map(([name, { hash }]) => (ENTRY_FILE.test(name) ? name : `${name} ${hash}`)).sort()
}

const COMPONENT = `---
import { motto } from '../motto.ts'
import Part from './parts/Part.astro'
---
<p class="ours">Ours: {motto}</p><Part />
<style>.ours { color: teal }</style>
<script>import { greet } from './greet.ts'
greet('Moin')</script>
`

test(
  'after each change the pages are byte for byte those of a compiler that has compiled nothing before',
  { timeout: 300_000 },
  async () => {
    const { write, compile, folder } = await compiling()
    await mkdir(join(folder, 'components/parts'))
    await write('components/parts/Part.astro', '<b>Part</b>\n')
    await write('components/greet.ts', 'export const greet = (word: string) => console.log(word)\n')
    await write('components/Licence.astro', COMPONENT)
    const changes: [name: string, text: string][] = [
      ['components/Licence.astro', COMPONENT.replace('Ours', 'Yours')],
      ['components/Licence.astro', COMPONENT.replace('teal', 'tomato')],
      ['components/Licence.astro', COMPONENT.replace('Moin', 'Servus')],
      ['components/greet.ts', 'export const greet = (word: string) => console.info(word)\n'],
      ['components/parts/Part.astro', '<b>Part</b><style>b { color: red }</style>\n'],
      ['motto.ts', 'export const motto = "In the hills"\n'],
      ['components/Licence.astro', COMPONENT],
    ]
    const seen = new Set([JSON.stringify(await filesOf(await compile()))])
    for (const [name, text] of changes) {
      await write(name, text)
      const warm = await filesOf(await compile())
      seen.add(JSON.stringify(warm))
      const fresh = new PageCompiler()
      try {
        expect(warm, `after ${text}`).toEqual(await filesOf(await fresh.compile({ ...AS_IT_IS, components: join(folder, 'components') })))
      } finally {
        await fresh.end()
      }
    }
    expect(seen.size, 'each change is in the pages').toBe(changes.length + 1)
  },
)

test('a broken component, another one and other settings are compiled', { timeout: 120_000 }, async () => {
  const { write, compile, folder } = await compiling()
  const first = await compile()
  await write('components/Licence.astro', '---\nimport "./none.ts"\n---\n')
  await expect(compile()).rejects.toThrow('none.ts')
  await write('components/Licence.astro', '<p>Mended</p>\n')
  const mended = await compile()
  expect([await says(mended, 'Mended'), await says(mended, 'By the sea')]).toEqual([true, false])
  await write('components/part.txt', 'Any file may be read by one.')
  const beside = await compile()
  expect(beside).not.toEqual(mended)
  expect(await compile({ base: '/docs' })).not.toEqual(beside)
  await expect(compile({ components: join(folder, 'nowhere') })).rejects.toThrow('nowhere')
  expect(first).not.toEqual(mended)
})
