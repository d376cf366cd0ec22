import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { nameIn } from '../../../src/model/names.ts'
import { tagIndex } from '../../../src/views/tag/tag.ts'
import { wholeContents } from '../../../src/views/questions.ts'
import { shareContents, takeContents, type WholeContents } from '../../../src/views/site/contents.ts'
import { openSite, type Site } from '../../../src/views/site/site.ts'
import { folderForAll } from '../../folders.ts'
import { copySample } from '../../sample-copy.ts'

const folder = folderForAll()

const inEach = async (source: Site) =>
  Promise.all(
    source.languages.map(async (lang) => {
      const site = await source.in(lang)
      return { catalog: site.catalog, titles: site.titles, tags: await tagIndex(site) }
    }),
  )

test('another process opens the same site without reading a record, whatever the fallback', async () => {
  const cache = await copySample(folder, ['de', 'fr'])
  const reads = await Promise.all(
    (['show', 'hide'] as const).map(async (fallback) => {
      const config = readConfig({ cache, fallback }, {})
      const site = await openSite(config)
      return { config, site, open: await inEach(site), contents: deserialize(serialize(await wholeContents(site))) as WholeContents }
    }),
  )
  await rm(join(cache, 'records'), { recursive: true })
  onTestFinished(() => shareContents(undefined))
  for (const { config, site, open, contents } of reads) {
    shareContents({ ...contents, namesApart: [['tag/Same Name', 'same-name-apart']] })
    const taken = await openSite(config, takeContents())
    expect(await inEach(taken)).toEqual(open)
    expect([taken.description, taken.licence, taken.privateNames]).toEqual([site.description, site.licence, site.privateNames])
    expect(taken.catalog.guides.size).toBeGreaterThan(10)
    expect(nameIn('tag', 'Same Name')).toBe('same-name-apart')
  }
})
