import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { crawl } from '../../../src/crawl/crawl.ts'
import { folder, optionsFor, type Server } from '../server.ts'
import { guide, smallService } from '../small-service.ts'

/** Crawls, and gives the paths of tags and of what has them that were asked for. */
async function night(service: Server, cache: string): Promise<string[]> {
  const before = service.asked.length
  await crawl(optionsFor(service.url, cache, { retries: 0 }))
  const asked = service.asked.slice(before).map((path) => path.replace(/^\/api\/2\.0|\?.*$/g, ''))
  return asked.filter((path) => /^\/guides\/\d|^\/wikis\/INFO\//.test(path)).sort()
}

/** Has all that was asked for before look as if that was so many days ago. */
async function age(cache: string, kind: string, days: number): Promise<void> {
  const path = join(cache, 'checked.ndjson')
  const revalidation = (await readFile(path, 'utf8')).trimEnd().split('\n')
  const aged = revalidation.map((line) => {
    const note = JSON.parse(line) as { name: string; at: number }
    return JSON.stringify(note.name.startsWith(`${kind} `) ? { ...note, at: Date.now() / 1000 - days * 86_400 } : note)
  })
  await writeFile(path, `${aged.join('\n')}\n`)
}

describe('tags of a guide', () => {
  const untagged = (id: number, revisionid = 1) => ({ ...guide(id, { revisionid }), tags: undefined })
  const tagsOf = { '/guides/1/tags': ['a'], '/guides/2/tags': ['b'] }

  test('are asked for when the guide has changed, and otherwise within 30 days', async () => {
    const all = [untagged(1), untagged(2)]
    const service = await smallService({ guides: all, answers: tagsOf })
    const cache = await folder()
    expect(await night(service, cache)).toEqual(['/guides/1', '/guides/1/tags', '/guides/2', '/guides/2/tags'])
    expect(await night(service, cache)).toEqual([])
    all[1] = untagged(2, 2)
    expect(await night(service, cache)).toEqual(['/guides/2', '/guides/2/tags'])
    await age(cache, 'guide-tags', 14)
    expect(await night(service, cache)).toEqual([])
    await age(cache, 'guide-tags', 30)
    expect(await night(service, cache)).toEqual(['/guides/1/tags', '/guides/2/tags'])
  })

  test('are never asked for where the list names them', async () => {
    const service = await smallService({ guides: [guide(1)], answers: tagsOf })
    const cache = await folder()
    expect(await night(service, cache)).toEqual(['/guides/1'])
    await age(cache, 'guide-tags', 365)
    expect(await night(service, cache)).toEqual([])
  })
})

test('tags of a wiki are asked for when the wiki has changed, and otherwise within 30 days; never where it names them', async () => {
  const items = ['Bare', 'Tagged'].map((title) => ({ title, text: 'As it was' }))
  const wiki = (title: string, tags: unknown) => ({ title, namespace: 'INFO', wikiid: title.length, tags })
  const answers = {
    '/wikis/INFO': items,
    '/wikis/INFO/Bare': wiki('Bare', false),
    '/wikis/INFO/Bare/tags': ['a'],
    '/wikis/INFO/Tagged': wiki('Tagged', ['b']),
  }
  const service = await smallService({ answers })
  const cache = await folder()
  expect(await night(service, cache)).toEqual(['/wikis/INFO/Bare', '/wikis/INFO/Bare/tags', '/wikis/INFO/Tagged'])
  expect(await night(service, cache)).toEqual([])
  items[0] = { title: 'Bare', text: 'Otherwise' }
  expect(await night(service, cache)).toEqual(['/wikis/INFO/Bare', '/wikis/INFO/Bare/tags'])
  await age(cache, 'wiki-tags', 14)
  expect(await night(service, cache)).toEqual([])
  await age(cache, 'wiki-tags', 30)
  expect(await night(service, cache)).toEqual(['/wikis/INFO/Bare/tags'])
})
