import { describe, expect, test } from 'vitest'
import { crawl } from '../../../src/crawl/crawl.ts'
import { folder, optionsFor, type Server } from '../server.ts'
import { ageBy, guide, smallService } from '../small-service.ts'

/** Crawls, and gives the paths of tags and of what has them that were asked for. */
async function night(service: Server, cache: string): Promise<string[]> {
  const before = service.asked.length
  await crawl(optionsFor(service.url, cache, { retries: 0 }))
  const asked = service.asked.slice(before).map((path) => path.replace(/^\/api\/2\.0|\?.*$/g, ''))
  return asked.filter((path) => /^\/guides\/\d|^\/wikis\/INFO\//.test(path)).sort()
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
    await ageBy(cache, 14, 'guide-tags')
    expect(await night(service, cache)).toEqual([])
    await ageBy(cache, 16, 'guide-tags')
    expect(await night(service, cache)).toEqual(['/guides/1/tags', '/guides/2/tags'])
  })

  test('are never asked for where the list names them', async () => {
    const service = await smallService({ guides: [guide(1)], answers: tagsOf })
    const cache = await folder()
    expect(await night(service, cache)).toEqual(['/guides/1'])
    await ageBy(cache, 365, 'guide-tags')
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
  await ageBy(cache, 14, 'wiki-tags')
  expect(await night(service, cache)).toEqual([])
  await ageBy(cache, 16, 'wiki-tags')
  expect(await night(service, cache)).toEqual(['/wikis/INFO/Bare/tags'])
})
