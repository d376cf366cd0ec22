import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { startService } from '../../src/replica/http/server.ts'
import { benchbook } from '../benchbook.ts'
import { editGuide, type EditedGuide } from '../cache/edited-guide.ts'
import { differing, rewritten, type SiteFile, siteFiles } from '../site-files.ts'
import { folderForAll } from '../folders.ts'
import { copySample } from '../sample-copy.ts'

const GUIDE = 5
/** Pagefind names the parts of an index by their content: they count by their kind. */
const byKind = (files: readonly string[]): string[] => [
  ...new Set(files.map((file) => file.replace(/^(pagefind\/(?:\w+\/)?).*\.(pf_\w+)$/, '$1*.$2'))),
]
/**
 * The time of the last change is on one page a language, in one file for programs, and in the index of the API; the marker knows all files.
 */
const DATED = ['.benchbook.json', 'about/index.html', 'api/2.0/index.json', 'copy.json', 'de/about/index.html']
/** The pages that can be kept on a device are listed with their checksums, and the worker knows the lists. */
const LISTED = ['app/de.json', 'app/en.json', 'service-worker.js']
/** The guide is one of those that were changed last in its category and in German. */
const FEEDS = ['category/household-a1c6c97f', 'de', 'de/category/household-a1c6c97f'].flatMap((path) => [
  `${path}/feed.json`,
  `${path}/feed.xml`,
])
const ANSWERS = ['api/2.0/guides/5.json', 'api/2.0/guides/pages/1.json']
const SEARCH = ['fragment/*.pf_fragment', 'index/*.pf_index', 'indexes.json', '*.pf_meta'].map((file) => `pagefind/${file}`)

/** Nights of one site: its service, whose records a test edits, its cache and its folder. */
function makeNights(folder: string) {
  const path = (name: string): string => join(folder, name)
  let port = 0
  return {
    path,
    /** The list of the site's files. */
    list: () => readFile(path('dist.sha256'), 'utf8'),
    /** Crawls and builds, each in its own process; returns the files of the site. */
    async pass(): Promise<Map<string, SiteFile>> {
      const service = await startService(await openCache(path('service')), { port })
      port = Number(new URL(service.url).port)
      const [cache, out] = [path('cache'), path('dist')]
      const address = ['--site', 'https://guides.example.org', '--base', '/mending/']
      const commands = [
        ['crawl', '--source', service.api, '--cache', cache, '--lang', 'de', '--extra', 'all'],
        ['build', '--cache', cache, '--out', out, '--api-files', ...address],
      ]
      for (const command of commands) {
        const { code, stdout, stderr } = await benchbook(command)
        expect(code, stdout + stderr).toBe(0)
      }
      await service.close()
      return siteFiles(out)
    },
    /** Edits a guide as its author would: the service updates its date, in its list as well. */
    edit: (change: (guide: EditedGuide) => void): Promise<void> => editGuide(path('service'), GUIDE, change),
  }
}

describe('night after night', () => {
  const nights = makeNights(folderForAll())
  let first: Map<string, SiteFile>

  beforeAll(async () => {
    await copySample(nights.path('service'))
    first = await nights.pass()
  })

  test('after an edit of a step only files that show something of it differ', async () => {
    await nights.edit(({ steps }) => {
      const line = steps[0]?.lines[0]
      if (!line) throw new Error(`Guide ${GUIDE} of the sample has no line to edit.`)
      line.text_raw += ' Twice quizzaciously.'
      line.text_rendered += ' Twice quizzaciously.'
    })
    const files = await nights.pass()
    const differ = differing(first, files)
    // A long word that occurs nowhere else is offered by corrections.
    const shown = [`guide/${GUIDE}/index.html`, 'pagefind/words/en.json', 'sitemap-1.xml']
    expect(byKind(differ).sort()).toEqual([...DATED, ...LISTED, ...FEEDS, ...ANSWERS, ...SEARCH, ...shown].sort())
    const listed = Array.from(files, ([file, { hash }]) => `${hash}  ${file}\n`).sort()
    expect((await nights.list()).split(/(?<=\n)/).sort()).toEqual(listed)
    // The previous pack and the current one; if it ends elsewhere, also the next.
    expect([2, 3, 4]).toContain(differ.filter((file) => file.startsWith('pagefind/fragment/')).length)
    expect(rewritten(first, files)).toEqual([])
    first = files
  })

  test('after an edit of its title only the pages that name it differ', async () => {
    await nights.edit((guide) => (guide.title = 'Zebra kettle'))
    const files = await nights.pass()
    const guides = [3, 4, GUIDE, 6, 7, 8, 9, 10, 15, 18, 32, 43].map((id) => `guide/${id}`)
    const lists = ['category/kettle-e9d28791', 'tag/cleaning-db709dbd', 'tag/first-repair-7a218937', 'tag/kettle-20cd4732', 'user/3']
    const pages = [...guides, ...lists].map((path) => `${path}/index.html`)
    expect(byKind(differing(first, files)).sort()).toEqual(
      [...DATED, ...LISTED, ...FEEDS, ...ANSWERS, ...SEARCH, ...pages, 'pagefind/words/en.json', 'sitemap-1.xml'].sort(),
    )
    expect(rewritten(first, files)).toEqual([])
  })
})
