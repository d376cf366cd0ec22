import { hash } from 'node:crypto'
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkSite } from '../../src/check/check.ts'
import { checkMemory, memoryFileOf } from '../../src/check/check-memory.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { writeFiles } from '../folders.ts'
import { randomFrom } from '../crawl/kill.ts'

const OPTIONS = { base: '/' }
const LONG_AGO_S = 1_700_000_000

/** A site in a folder whose files are older than any check. */
async function site(files: Record<string, string> = {}) {
  const out = join(await temporaryFolder({ 'dist/': '' }), 'dist')
  let seconds = LONG_AGO_S
  const write = async (file: string, content: string, atS = ++seconds) => {
    await writeFiles(out, { [file]: content })
    await utimes(join(out, file), atS, atS)
  }
  for (const [file, content] of Object.entries(files)) await write(file, content)
  const check = async ({ forgets = () => false, options = OPTIONS, built }: Asked = {}) => {
    const memory = checkMemory(out, options, forgets)
    const result = await checkSite(out, { ...options, memory, ...(built && { built }) })
    memory.save()
    return result
  }
  return { out, write, check, whole: () => checkSite(out, OPTIONS) }
}

interface Asked {
  forgets?: (name: string) => boolean
  options?: { base: string }
  built?: ReadonlyMap<string, string>
}

const dead = async (check: Promise<{ findings: { what: string }[] }>) => (await check).findings.map(({ what }) => what)

test('after any changes, a check with memory finds what a full one finds', async () => {
  const random = randomFrom(2026)
  const below = (most: number): number => Math.floor(random() * most)
  const pick = (from: readonly string[]): string => from[below(from.length)] ?? ''
  const names = ['index.html', 'a/index.html', 'b/index.html', 'c/index.html', 'a.jpg', 'feed.xml']
  const ofPages = ['/', '/a/', '/b/', '/c/', '/a/#x', '/a/#y', '/b/#y', '/b/#z', '/c/#z', '/c/#x', '#x']
  const hrefs = [...ofPages, '/a.jpg', '/d/', '/a', 'http://localhost/', 'https://example.org/']
  const pageOf = (): string => {
    const ids = ['x', 'y', 'z'].filter(() => below(2) === 0)
    const links = Array.from({ length: below(5) }, () => pick(hrefs))
    return [...ids.map((id) => `<p id="${id}">`), ...links.map((link) => `<a href="${link}">`)].join('')
  }
  const { out, write, check, whole } = await site()
  for (let night = 0; night < 300; night++) {
    for (let change = below(4); change >= 0; change--) {
      const name = pick(names)
      if (below(4) === 0) await rm(join(out, name), { force: true })
      else await write(name, name === 'feed.xml' ? `<link href="${pick(['/a/', '/b/'])}"/>` : pageOf())
    }
    expect(await check(), `night ${night}`).toEqual(await whole())
  }
})

test('a file of the same length and time counts as unchanged, unless all are to be read', async () => {
  const { write, check } = await site({ 'index.html': '<a href="/a/">', 'a/index.html': '' })
  expect(await dead(check())).toEqual([])
  await write('index.html', '<a href="/b/">', LONG_AGO_S + 1)
  expect(await dead(check())).toEqual([])
  expect(await dead(check({ forgets: () => true }))).toEqual(['/b/ does not exist'])
  expect(await dead(check())).toEqual(['/b/ does not exist'])
})

test('a file written at the start of a check is read again by the next', async () => {
  const now = Math.floor(Date.now() / 1000) + 1
  const { write, check } = await site({ 'a/index.html': '' })
  await write('index.html', '<a href="/a/">', now)
  expect(await dead(check())).toEqual([])
  await write('index.html', '<a href="/b/">', now)
  expect(await dead(check())).toEqual(['/b/ does not exist'])
})

test('results with other options and damaged results are not reused', async () => {
  const { out, write, check } = await site({ 'index.html': '<a href="/a/">', 'a/index.html': '' })
  const spoilt = '<a href="/b/">'
  await check()
  await write('index.html', spoilt, LONG_AGO_S + 1)
  expect(await dead(check({ options: { base: '/x/' } }))).toContain('/b/ lies outside /x/')
  await write('index.html', '<a href="/a/">', LONG_AGO_S + 1)
  await check({ forgets: () => true })
  await write('index.html', spoilt, LONG_AGO_S + 1)
  const memory = memoryFileOf(out)
  const text = await readFile(memory, 'utf8')
  for (const harmed of ['', text.slice(0, -20), text.replace('index', 'indey'), text.replace('checked 1', 'checked 0')]) {
    await writeFile(memory, harmed)
    expect(await dead(check())).toEqual(['/b/ does not exist'])
    await writeFile(memory, text)
  }
  expect(await dead(check())).toEqual([])
})

test('a file changed since the build is found by its digest, known or not', async () => {
  const { out, check } = await site({ 'a.css': 'a', 'b.bin': 'b' })
  const built = new Map(['a.css', 'b.bin'].map((file) => [file, '0'.repeat(64)]))
  const first = await dead(check({ built }))
  expect(first).toEqual(['a.css is not as it was built', 'b.bin is not as it was built'])
  const seen = await stat(memoryFileOf(out))
  expect(await dead(check({ built }))).toEqual(first)
  expect((await stat(memoryFileOf(out))).size).toBe(seen.size)
})

test('a file restored as built, with its time, is not reported as changed', async () => {
  const { write, check } = await site({ 'a.css': 'a' })
  const built = new Map([['a.css', hash('sha256', 'a')]])
  for (const [content, found] of Object.entries({ x: ['a.css is not as it was built'], a: [] })) {
    await write('a.css', content, LONG_AGO_S)
    expect(await dead(check({ built }))).toEqual(found)
  }
})

test('a file with another time is not read again if it has the bytes that were checked', async () => {
  const { out, write, check } = await site({ 'index.html': '<p>a' })
  const digest = hash('sha256', '<p>a')
  await check({ built: new Map([['index.html', digest]]) })
  const facts = { sha256: 'of a look', own: [], dead: [], references: 0, targets: [], asked: [], anchored: [] }
  for (const [content, isRead] of [
    ['<p>a', false],
    ['<p>b', true],
  ] as const) {
    await write('index.html', content, LONG_AGO_S + 99)
    const found = checkMemory(out, OPTIONS, () => false).factsOf('index.html', new Set(['index.html']), () => facts, digest)
    expect(found === facts, content).toBe(isRead)
  }
})

test('a foreign file at the path of the memory is kept', async () => {
  const { out, check } = await site({ 'index.html': '<a href="/b/">' })
  await writeFile(memoryFileOf(out), 'mine')
  expect(await dead(check())).toEqual(['/b/ does not exist'])
  expect(await readFile(memoryFileOf(out), 'utf8')).toBe('mine')
})

test('a media file is compared with its name again if it has changed or was damaged', async () => {
  const { out, write } = await site({ 'a.jpg': 'a', 'b.jpg': 'b' })
  const looks = (forgotten = '') => {
    const memory = checkMemory(out, OPTIONS, (name) => name === forgotten)
    const asked: string[] = []
    for (const file of ['a.jpg', 'b.jpg'])
      memory.isDamaged(join(out, file), (path) => {
        asked.push(file)
        return path.endsWith('b.jpg')
      })
    memory.save()
    return asked
  }
  expect([looks(), looks()]).toEqual([['a.jpg', 'b.jpg'], ['b.jpg']])
  await write('a.jpg', 'c')
  expect([looks(), looks(), looks('a.jpg')]).toEqual([['a.jpg', 'b.jpg'], ['b.jpg'], ['a.jpg', 'b.jpg']])
})
