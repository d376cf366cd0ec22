import { appendFile, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodeState, encodeState } from '../../../src/build/state/site-state.ts'
import { UpToDateCheck } from '../../../src/build/state/up-to-date.ts'
import { readConfig } from '../../../src/config.ts'
import { filesBelow } from '../../../src/disk/files-below.ts'
import type { Stamp } from '../../../src/disk/stamp.ts'
import { replaceSite } from '../../../src/publish/replace-site.ts'
import { prepareStaging } from '../../../src/publish/staging.ts'
import { temporaryFolder } from '../../cache/small-cache.ts'
import { writeFiles as write } from '../../folders.ts'

const RECORD = 'records/guide/0/1.json'
const LIST = 'lists/guides.ndjson'
const FACTS = { product: 'Benchbook test', inputs: 'options' }
const LONG_AGO = new Date('2025-01-01')

/** A site that has been built once, from a cache in which a record was written just before. */
async function built() {
  const home = await temporaryFolder()
  const [cache, out] = [join(home, 'cache'), join(home, 'dist')]
  const old = { [LIST]: 'a list', 'records/guide/0/2.json': 'other', 'media/3f/1.jpg': 'bytes' }
  await write(cache, { ...old, 'records.ndjson': 'keys', [RECORD]: 'record' })
  for (const file of Object.keys(old)) await utimes(join(cache, file), LONG_AGO, LONG_AGO)
  const now = new Date()
  await utimes(join(cache, RECORD), now, now)
  const build = async (flags: Record<string, unknown> = {}, inputs = FACTS.inputs): Promise<'kept' | 'built'> => {
    const still = new UpToDateCheck(readConfig({ cache, out, ...flags }, {}), { ...FACTS, inputs })
    if (await still.upToDateSite()) return 'kept'
    await still.look()
    const place = await prepareStaging(out)
    await write(place.site, { 'index.html': 'home', 'guide/1/index.html': 'guide' })
    const stillOf = (stamp: Stamp) => still.snapshotFor(stamp)
    await replaceSite(place, { product: FACTS.product, base: '/', site: '' }, { inputs, stateOf: () => Promise.resolve({}), stillOf })
    return 'built'
  }
  await build()
  return { cache, out, build }
}

test('a build without changes leaves the site untouched', async () => {
  const { cache, out, build } = await built()
  const before = await stat(join(out, 'index.html'))
  expect(await build()).toBe('kept')
  expect(await stat(join(out, 'index.html'))).toEqual(before)
  // A crawl rewrites its lists and its manifest.
  await write(cache, { [LIST]: 'a list', 'manifest.json': 'later' })
  expect(await build()).toBe('kept')
})

test.each<[what: string, change: (folders: { cache: string; out: string }) => Promise<unknown>]>([
  ['a record of another length', ({ cache }) => appendFile(join(cache, RECORD), ' ')],
  ['a record of another time', ({ cache }) => utimes(join(cache, 'records/guide/0/2.json'), LONG_AGO, new Date())],
  ['a record that is new', ({ cache }) => write(cache, { 'records/guide/0/3.json': 'new' })],
  ['a record that is gone', ({ cache }) => rm(join(cache, RECORD))],
  ['a medium that is gone', ({ cache }) => rm(join(cache, 'media/3f/1.jpg'))],
  ['another list of records', ({ cache }) => write(cache, { 'records.ndjson': 'KEYS' })],
  ['a record that is stale', ({ cache }) => write(cache, { 'stale.ndjson': 'old' })],
  ['a page that was edited', ({ out }) => write(out, { 'index.html': 'HOME' })],
  ['a page that was added', ({ out }) => write(out, { 'guide/9/index.html': 'mine' })],
  ['a page that is gone', ({ out }) => rm(join(out, 'guide/1/index.html'))],
  ['another marker', ({ out }) => appendFile(join(out, '.benchbook.json'), ' ')],
  ['no list of the files', ({ out }) => rm(`${out}.sha256`)],
  ['no state', ({ out }) => rm(`${out}.state`)],
  ['a state that is damaged', ({ out }) => appendFile(`${out}.state`, ' ')],
  ['what an interrupted build has left', ({ out }) => mkdir(`${out}.building`)],
])('%s is a reason to build', async (_, change) => {
  const { cache, out, build } = await built()
  await change({ cache, out })
  expect(await build()).toBe('built')
})

test('lists and what was written just before a build are compared by their bytes', async () => {
  const { cache, build } = await built()
  for (const [file, text] of [
    [RECORD, 'RECORD'],
    [LIST, 'A LIST'],
  ] as const) {
    const { mtime } = await stat(join(cache, file))
    await write(cache, { [file]: text })
    await utimes(join(cache, file), mtime, mtime)
    expect(await build(), file).toBe('built')
    expect(await build(), file).toBe('kept')
  }
})

test('a cache or site restored from an archive with times in whole seconds counts as unchanged', async () => {
  const { cache, out, build } = await built()
  for (const folder of [cache, out]) {
    for await (const file of filesBelow(folder)) {
      const path = join(folder, file)
      const seconds = Math.floor((await stat(path)).mtimeMs / 1000)
      await utimes(path, seconds, seconds)
    }
    expect(await build(), folder).toBe('kept')
  }
  const page = join(out, 'index.html')
  const { mtimeMs } = await stat(page)
  await utimes(page, mtimeMs / 1000, mtimeMs / 1000 + 0.5)
  expect(await build()).toBe('built')
})

test('other inputs, other hosts, `renderAll` and `explain` are reasons to build', async () => {
  const { build } = await built()
  expect(await build({}, 'other options')).toBe('built')
  expect(await build({ renderAll: true }, 'other options')).toBe('built')
  expect(await build({ explain: '/guide/1/' }, 'other options')).toBe('built')
  expect(await build({ target: 'nginx' }, 'other options')).toBe('built')
})

test('with `ifChanged`, another site and missing files next to it are reasons to build', async () => {
  const { cache, out, build } = await built()
  await rm(join(cache, RECORD))
  expect(await build({ ifChanged: true })).toBe('kept')
  expect(await build({ ifChanged: true }, 'other options')).toBe('built')
  expect(await build({ ifChanged: true, target: 'nginx' }, 'other options')).toBe('built')
  const changes = `${out}.changes.json`
  await build()
  for (const change of [
    () => rm(changes),
    async () => writeFile(changes, (await readFile(changes, 'utf8')).replace(/"files": "\w+"/, '"files": "of another site"')),
    () => rm(`${out}.sha256`),
    () => rm(join(out, 'guide/1/index.html')),
    () => rm(out, { recursive: true }),
  ]) {
    await change()
    expect(await build({ ifChanged: true })).toBe('built')
    expect(await build({ ifChanged: true })).toBe('kept')
  }
})

const PART = { dependencies: [0], mediaLookups: [7, 9] }
const document = { path: '/guide/1/', image: '', folder: 'en-1/', number: 0 }
const STATE = {
  inputs: 'options',
  files: 'digest',
  questions: [['["record","guide","1"]', 'mark']],
  mediaMarks: [[7, 'mark']],
  media: ['media/3f/a.jpg'],
  pages: [['guide/1/index.html', '', true, [0], [0], Buffer.from(Uint32Array.from([7, 9]).buffer).toString('base64')]],
  stamps: [['guide/1/index.html', 12, 1.5]],
  search: {
    documents: [['guide 1', [[0], ''], document]],
    media: ['media/3f/a.jpg'],
    index: { entries: [{ folder: 'en-1/' }], heads: ['heads.bin'], words: [], titles: {} },
  },
}
const encoded = { ...STATE, questions: STATE.questions.flat(), mediaMarks: STATE.mediaMarks.flat() }

test('a decoded state equals the written one', () => {
  const state = decodeState(encoded)
  expect(state?.pages).toEqual(new Map([['guide/1/index.html', { given: '', isPage: true, media: [0], ...PART }]]))
  expect(JSON.parse(JSON.stringify(state && encodeState(state)))).toEqual(encoded)
})

test.each<[string, object]>([
  ['media', { media: ['../../evil.jpg'] }],
  ['media from the root', { media: ['/etc/passwd'] }],
  ['pages', { pages: [['../planted.html', '', true, [], [], '']] }],
  ['stamps', { stamps: [['guide/../../planted.html', 1, 1]] }],
  ['media of results', { search: { ...STATE.search, media: ['..'] } }],
  ['heads', { search: { ...STATE.search, index: { ...STATE.search.index, heads: ['../../heads'] } } }],
  ['folders of indexes', { search: { ...STATE.search, index: { ...STATE.search.index, entries: [{ folder: '../' }] } } }],
  ['folders of documents', { search: { ...STATE.search, documents: [['a', null, { ...document, folder: '../x' }]] } }],
  ['pages that are no list', { pages: 'all' }],
])('a state with %s outside of the site is invalid', (_, changed) => {
  expect(decodeState({ ...encoded, ...changed })).toBeUndefined()
})
