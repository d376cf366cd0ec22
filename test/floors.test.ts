import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as laws from './floors/laws.ts'
import { readSources, type Source } from './floors/source.ts'
import { ARROWS } from './floors/table.ts'

const root = resolve(import.meta.dirname, '..')
const sources = readSources(root)
const file = (path: string, text: string): Source => ({ path, text })
/** A whole house is needed to say that an arrow is not used. */
const { permissions, ...lawsOfFiles } = laws

describe.each(Object.entries(laws))('the law of %s', (_name, law) => {
  test('holds for every file', () => {
    expect(law(sources)).toEqual([])
  })
})

test('the sources are all there', () => {
  expect(sources.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['astro.config.mjs', 'src/model/guide.ts', 'src/layouts/Page.astro']),
  )
})

test('the table in docs/architecture.md is the table that is held', () => {
  const rows = readFileSync(`${root}/docs/architecture.md`, 'utf8').matchAll(/^\| `([\w/-]+)` \| (.+) \|$/gm)
  const told = Object.fromEntries(
    [...rows].map(([, room = '', targets = '']) => [room, [...targets.matchAll(/`([^`]+)`/g)].map(([, target]) => target)]),
  )
  expect(told).toEqual(ARROWS)
})

describe('each law can fail', () => {
  test.each([
    ['arrows', 'src/views/guide/guide.ts', "import { crawl } from '../../crawl/crawl.ts'"],
    ['arrows', 'src/views/guide/guide.ts', "import type { Progress } from '../../crawl/report/counters.ts'"],
    ['arrows', 'src/model/guide.ts', "import { UsageError } from '../errors.ts'"],
    ['arrows', 'src/crawl/frontier.ts', "const { readConfig } = await import('../config.ts')"],
    ['arrows', 'src/cache/reader.ts', "export { pathOf } from '../routes.ts'"],
    ['arrows', 'src/views/guide/guide.ts', "import { indexSite } from '../../search/index-site.ts'"],
    ['arrows', 'src/components/guide/steps/Step.astro', "---\nimport { openCache } from '../../../cache/reader.ts'\n---\n<p></p>"],
    ['arrows', 'src/components/Find.astro', "<p></p><script>import { indexSite } from '../search/index-site.ts'</script>"],
    ['arrows', 'scripts/demo.ts', "import Page from '../src/layouts/Page.astro'"],
    ['arrows', 'src/attic/box.ts', ''],
    ['circles', 'src/model/a.ts', "import './a.ts'"],
    ['barrels', 'src/model/index.ts', "export * from './guide.ts'\nexport { id } from './php.ts'"],
    ['names', 'src/crawl/utils/text.ts', ''],
    ['names', 'src/types.ts', ''],
    ['packages', 'src/replica/answer.ts', "import { fetch } from 'undici'"],
    ['packages', 'src/search/page/client.ts', "import * as pagefind from 'pagefind'"],
    ['environment', 'src/fetch/client.ts', 'const token = process.env.TOKEN'],
    ['environment', 'src/build.ts', 'spawn(node, { env: { ...process.env } })'],
    ['environment', 'scripts/demo.ts', "import { env } from 'node:process'"],
    ['terminal', 'src/crawl/crawl.ts', "console.log('fetched')"],
    ['terminal', 'src/crawl/crawl.ts', 'process.exitCode = 1'],
    ['flags', 'src/crawl/crawl.ts', "const why = 'Raise --max-records for more.'"],
    ['flags', 'src/crawl/crawl.ts', 'const why = `Add --allow-host ${host}, or none.`'],
    ['flags', 'src/crawl/crawl.ts', 'const why = `${host} is private: add --allow-host ${host}.`'],
    ['flags', 'src/crawl/crawl.ts', "const why = 'Set BENCHBOOK_TOKEN.'"],
    ['flags', 'src/build.ts', "import { flagOf } from './config.ts'"],
    ['options', 'src/crawl/crawl.ts', "const why = 'Raise `maxRecord` for more.'"],
    ['options', 'src/crawl/crawl.ts', 'const why = `Of ${all} more than \\`allowShrunk\\` allows.`'],
    ['options', 'src/crawl/crawl.ts', "const facts = { code: 'ERR_OPTION', option: 'sorce' }"],
    ['owners', 'src/build/pages.ts', "const child = fork('page.ts')\nchild.on('exit', end)"],
    ['owners', 'src/http/server.ts', 'const server = createServer(answer)'],
    ['messages', 'src/build/pages.ts', 'child.send(words)'],
    ['messages', 'src/build/page.ts', 'process.send?.(words)'],
    ['trust', 'src/views/guide/guide.ts', 'const html = text as Html'],
    ['place', 'src/views/guide/guide.ts', 'const here = import.meta.dirname'],
    ['hiddenInputs', 'src/views/guide/guide.ts', 'const seen = new Map<string, number>()'],
    ['hiddenInputs', 'src/views/guide/guide.ts', 'let last = 0'],
    ['hiddenInputs', 'src/views/guide/guide.ts', 'export const today = () => new Date()'],
    ['hiddenInputs', 'src/views/media/media.ts', "import { stat } from 'node:fs/promises'"],
    ['hiddenInputs', 'src/render/to-html.ts', 'const id = () => Math.random()'],
    ['cachePaths', 'src/crawl/crawl.ts', "import { CHECKED_PATH, type RecordKey } from '../cache/layout.ts'"],
    ['cachePaths', 'src/views/media/media.ts', "import { recordPath } from '../../cache/layout.ts'"],
    ['cachePaths', 'src/publish/media.ts', 'const from = join(places.cache, file)'],
    ['cachePaths', 'scripts/stages/check.ts', "const path = posix.resolve(cache, 'manifest.json')"],
    ['cachePaths', 'src/build.ts', 'const path = `${config.cache}/manifest.json`'],
    ['pagefindFiles', 'src/search/page/engine/engine.ts', "import { decodeCbor } from '../../pagefind/cbor.ts'"],
    ['pagefindFiles', 'src/search/index/index-site.ts', "const meta = files.get('pagefind.en.pf_meta')"],
    ['lengths', 'src/model/guide.ts', 'x\n'.repeat(201)],
    ['lengths', 'src/pages/about.astro', 'x\n'.repeat(46)],
    ['lengths', 'scripts/demo.ts', 'x\n'.repeat(41)],
  ] as const)('%s: %s', (name, path, text) => {
    expect(lawsOfFiles[name]([file(path, text)])).toHaveLength(1)
  })

  test('permissions: of a room that imports nothing of a room that it may import', () => {
    const half = [file('src/routes.ts', ''), file('src/config.ts', "import { UsageError } from './errors.ts'")]
    expect(permissions(half)).toEqual(['no file of "config" imports model', 'no file of "routes" imports model'])
  })

  test('folders: of 26 files', () => {
    const files = Array.from({ length: 26 }, (_, at) => file(`src/crawl/${at}.ts`, ''))
    expect(laws.folders(files)).toEqual(['src/crawl has 26 files, 25 are allowed'])
    expect(laws.folders(files.slice(1))).toEqual([])
  })

  test('circles: over three files and a type', () => {
    const three = [
      file('src/model/a.ts', "import type { B } from './b.ts'"),
      file('src/model/b.ts', "import { c } from './c.ts'"),
      file('src/model/c.ts', "export const a = () => import('./a.ts')"),
      file('src/model/d.ts', "import './a.ts'"),
    ]
    expect(laws.circles(three)).toEqual(['these import each other in a circle: src/model/a.ts, src/model/b.ts, src/model/c.ts'])
    expect(laws.circles(three.slice(1))).toEqual([])
  })
})

test('what is allowed is no finding', () => {
  const fine = [
    file(
      'src/views/guide/guide.ts',
      "// process.env and console.log in a comment\nimport { parse } from '../model/parse.ts'\nexport const a = 'process.env'",
    ),
    file('src/views/search.ts', "import type { SearchDocument } from '../search/document.ts'"),
    file('src/components/guide/steps/Step.astro', "---\nimport Line from './Line.astro'\nimport './step.css'\n---\n<p></p>"),
    file('scripts/demo.ts', "import { crawl } from '../src/crawl/crawl.ts'\nconsole.log('done')"),
  ]
  for (const law of Object.values(lawsOfFiles)) expect(law(fine)).toEqual([])
})
