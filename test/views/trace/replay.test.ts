import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { openAll, Replay } from '../../../src/views/questions.ts'
import { openSite, type Site } from '../../../src/views/site/site.ts'
import { Trace } from '../../../src/views/trace/trace.ts'
import { trackedSite } from '../../../src/views/trace/tracked-site.ts'

test('everything recorded of a catalog can be queried again, with the same answer', async () => {
  const site = await openSite(readConfig({ cache: resolve(import.meta.dirname, '../../../sample') }, {}))
  await openAll(site)
  // No record of the sample declares its own address.
  const stated: Site = {
    ...site,
    catalog: { ...site.catalog, addresses: new Map([['guide/x', { kind: 'guide', guideid: 1 }]]) },
    in: async () => stated,
  }
  const trace = new Trace()
  const { catalog, titles, privateNames } = trackedSite(stated, stated, trace)
  const { roots, wikis, addresses, ...maps } = catalog
  const all: object[] = [wikis, titles, maps].flatMap((some) => Object.values<object>({ ...some }))
  for (const map of [...all, addresses, privateNames]) {
    const names = map as ReadonlyMap<string | number, unknown>
    expect([names.size, names.has('nothing')]).toEqual([expect.any(Number), false])
    const [first = ''] = names.keys()
    // Some are only names.
    const value: unknown = 'get' in names ? names.get(first) : undefined
    if (typeof value === 'object' && value !== null)
      for (const field of Object.keys(value)) if (field !== 'position') Reflect.get(value, field)
  }
  expect(roots.length).toBeGreaterThan(3)
  const asked = await trace.asked()
  expect(asked.length).toBeGreaterThan(60)
  const replay = new Replay(stated)
  for (const [question, mark] of asked) expect([question, await replay.markOf(question)]).toEqual([question, mark])
})

test('the records that a page reads are in its trace, parsed', async () => {
  const site = await openSite(readConfig({ cache: resolve(import.meta.dirname, '../../../sample') }, {}))
  const trace = new Trace()
  const read = await trackedSite(site, site, trace).cache.record({ kind: 'guide', id: '1' })
  expect(read).toHaveProperty('guideid', 1)
  expect([...trace.records.values()]).toEqual([{ key: { kind: 'guide', id: '1' }, answer: read }])
})
