import fs, { mkdtempSync, readdirSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listFile } from '../../src/app/list.ts'
import { readBrand } from '../../src/brand/brand.ts'
import { preparePages } from '../../src/build/compiled-pages.ts'
import { ENTRY_FILE } from '../../src/build/page-program.ts'
import { stateFileOf } from '../../src/publish/state-file.ts'
import { writeFiles } from '../folders.ts'
import { differing, siteFiles } from '../site-files.ts'
import { CHANGES } from './changing-site.ts'
import { Nights } from './nights.ts'
import { expectSameButIndex, haveSmallIndexes } from './small-indexes.ts'

const HOME = mkdtempSync(join(tmpdir(), 'benchbook-differ-'))
afterAll(() => rm(HOME, { recursive: true, force: true }))

type Flags = Record<string, unknown>
/** Names of {@link CHANGES}, or a change to the site at this path. */
type Change = readonly string[] | ((out: string) => unknown)
/** How many pages are rendered; 'nothing' if the site is not even read. */
type Made = 'nothing' | 'all' | 'some' | number
/** Without a pattern, the build must print nothing. */
type Row = [change: string, Change, Flags, Made, says?: RegExp]

const rewrite = async (path: string, change: (text: string) => string) => {
  const text = await readFile(path, 'utf8')
  expect(change(text)).not.toBe(text)
  await writeFile(path, change(text))
}
const inState =
  (change: (text: string) => string): Change =>
  (out) =>
    rewrite(stateFileOf(out), change)

async function changeFiles(out: string): Promise<void> {
  await rewrite(join(out, 'guide/1/index.html'), (text) => text.replace('</title>', '!</title>'))
  await rewrite(join(out, listFile('en')), (text) => text.replaceAll(/(?<="guide\/\d+\/":\["\w+",)\d+/g, '1'))
  await rm(join(out, 'about/index.html'))
}
async function changeTimes(out: string): Promise<void> {
  for (const file of (await siteFiles(out)).keys()) await utimes(join(out, file), 1000, 1000)
}
function changeText(): void {
  nights.change()
  Object.assign(nights.site.guides[0] ?? {}, { text: 'Other words.' })
}

const WORDS = join(HOME, 'words')
const OURS = { footer: 'Ours', words: WORDS }
const CHANGED_OPTION = /An option, a file of yours or Benchbook has changed: all pages are rendered/
const UNKNOWN = /Nothing is known/
const OF_ANOTHER = /is of an earlier build/
const DAMAGED = /is damaged, or of another version/

const ROWS: Row[] = [
  ['nothing', [], { explain: '/guide/1/' }, 0, /^Nothing that it is made of has changed: it is kept\.$/],
  ['nothing, where a page is asked for that is not there', [], { explain: '/guide/999/' }, 0, /^There is no page \/guide\/999\/\.$/],
  ['a page, a list of pages, and a page that is gone', changeFiles, { explain: 'guide/1/' }, 2, /^Its file is not what it was\.$/],
  ['the times of all files, as an archive unpacks them', changeTimes, {}, 0],
  ['a state that is gone', (out) => rm(stateFileOf(out)), {}, 'all', UNKNOWN],
  ['an empty state', (out) => writeFile(stateFileOf(out), ''), {}, 'all', UNKNOWN],
  ['another byte of the state', inState((text) => text.replace('guide like', 'guide lime').replace(/.$/s, ' ')), {}, 'all', DAMAGED],
  ['a state that is cut short', inState((text) => text.slice(0, 5000)), {}, 'all', DAMAGED],
  ['a state of another format', inState((text) => text.replace(/state \d+ /, 'state 0 ')), {}, 'all', DAMAGED],
  ['the wish to render all', [], { renderAll: true }, 'all'],
  ['an option', [], { footer: 'Ours', explain: '/' }, 'all', CHANGED_OPTION],
  ['nothing, with that option', [], { footer: 'Ours', ifChanged: true, workers: '2' }, 'nothing'],
  ['words of one’s own', () => writeFile(join(WORDS, 'de.json'), '{"search.title":"Finden"}'), { ...OURS, ifChanged: true }, 'all'],
  ['nothing, with those words', [], { ...OURS, ifChanged: true }, 'nothing'],
  ['words that cannot be read', () => symlink(HOME, join(WORDS, 'folder')), { ...OURS, ifChanged: true }, 'all'],
  ['words that can be read again', () => rm(join(WORDS, 'folder')), { ...OURS, ifChanged: true }, 0],
  ['hosts', [], { ...OURS, target: 'nginx', ifChanged: true }, 0],
  ['nothing, with hosts', [], { ...OURS, target: 'nginx', ifChanged: true }, 'nothing'],
  ['the files for hosts', (out) => rm(`${out}.hosts`, { recursive: true }), { ...OURS, target: 'nginx', ifChanged: true }, 0],
  ['links', [], { links: 'relative' }, 'all'],
  ['a text, with relative links', ['a guide is edited'], { links: 'relative' }, 'some'],
  ['links, back again', [], {}, 'all'],
  ['the state, which is of the site before', (out) => writeFile(stateFileOf(out), firstState), {}, 'all', OF_ANOTHER],
  ['a text', changeText, { explain: '/guide/1/', ifChanged: true }, 'some', /^Changed: record guide 1\.$/],
  ['a record that cannot be read', ['a guide cannot be read, or can be again'], {}, 'some'],
  ['nothing, where the site lacks a record', [], { ifChanged: true }, 'some'],
]
/** All other changes, seven a night. */
const names = Object.keys(CHANGES)
for (let first = 0; first < names.length; first += 7) {
  const some = names.slice(first, first + 7)
  ROWS.push([some.join(', '), some, {}, 'some', /^/])
}

let nights: Nights
let firstState: Buffer
const OF_THE_BUILD = new Set(['ifChanged', 'explain', 'renderAll', 'workers'])
/** Full builds, by their inputs. */
const wholes = new Map<string, Awaited<ReturnType<Nights['whole']>>>()

haveSmallIndexes()
beforeAll(async () => {
  await mkdir(WORDS)
  nights = await Nights.first({ seed: 11, guides: 16, home: HOME, isApart: false })
  firstState = await readFile(stateFileOf(nights.out))
})

/** Each night's site equals a full build; if its index was updated from the night before, it answers the same. */
describe('rendered pages after a night that changes', () => {
  let followed = 0

  test.each(ROWS)('%s', async (name, change, flags, wanted, says = /^$/) => {
    if (Array.isArray(change)) {
      if (change.length > 0) nights.change(...(change as string[]))
    } else await (change as (out: string) => unknown)(nights.out)
    const made = await nights.build(flags)
    expect([...made.warnings, ...made.explained].join('\n')).toMatch(says)
    expect(made.isUnchanged).toBe(wanted === 'nothing')
    const rendered = made.pages - made.keptPages
    if (wanted === 'some') expect(rendered).toBeLessThan(made.pages)
    else expect(rendered).toBe(wanted === 'all' ? made.pages : wanted === 'nothing' ? 0 : wanted)

    const ofSite = Object.fromEntries(Object.entries(flags).filter(([name]) => !OF_THE_BUILD.has(name)))
    const key = JSON.stringify([nights.site, ofSite, readdirSync(WORDS)])
    const whole = wholes.get(key) ?? (await nights.whole(ofSite))
    wholes.set(key, whole)
    if (wanted !== 'nothing') expect(made).toMatchObject({ unreadable: whole.unreadable, damaged: whole.damaged })
    const files = await siteFiles(nights.out)
    if (wanted === 'some') {
      if (await expectSameButIndex(nights.out, whole.out, name)) followed++
    } else expect(differing(files, await siteFiles(whole.out))).toEqual([])
    // Files that a browser opens from a disk.
    expect([...files.keys()].some((file) => /^pagefind\/indexes\.json\.[0-9a-f]{16}\.js$/.test(file))).toBe(flags.links === 'relative')
  })

  test('the index is updated on most nights', () => {
    expect(followed).toBeGreaterThan(4)
  })
})

describe('pages are compiled once, and again after a change', () => {
  type Options = Partial<typeof AS_IT_IS & { site: string; debug: boolean; below: string }>
  const AS_IT_IS = { accent: '', colours: '', logo: '', components: '' }
  const [KEPT, COMPONENTS] = [join(HOME, 'kept'), join(HOME, 'components')]
  const { cp } = fs.promises
  let compiled = 0
  let [first, last]: string[][] = []

  async function prepare({ site = '', debug = false, below = '', ...options }: Options = {}): Promise<string[]> {
    const brand = await readBrand({ ...AS_IT_IS, ...options })
    const buildStart = () => void compiled++
    brand.plugins.push({ name: 'counting', applyToEnvironment: ({ name }) => name === 'prerender', buildStart })
    const folder = join(mkdtempSync(join(HOME, 'prepared-')), below)
    const place = { folder, site: join(folder, 'site'), keptIn: KEPT }
    await mkdir(place.site, { recursive: true })
    await preparePages({ base: '/', links: 'root', app: true, site, debug }, brand, place)
    const program = [...(await siteFiles(join(folder, 'program')))]
    const files = [...program.map(([name, file]) => [`program/${name}`, file] as const), ...(await siteFiles(place.site))]
    expect(program.some(([name]) => ENTRY_FILE.test(name))).toBe(true)
    expect(files.filter(([name]) => /^_astro\/.+\.css$/.test(name)).length).toBeGreaterThan(2)
    // Astro writes a new encryption key into the entry each time, which nothing here uses.
    return files.map(([name, { hash }]) => (ENTRY_FILE.test(name.slice(name.indexOf('/') + 1)) ? name : `${name} ${hash}`)).sort()
  }

  const keptProgram = async () => join(KEPT, (await readdir(KEPT))[0] ?? '', 'program')
  async function damage(): Promise<void> {
    const program = await keptProgram()
    const entry = (await readdir(program)).find((name) => ENTRY_FILE.test(name)) ?? ''
    await writeFile(join(program, entry), 'throw new Error("damaged")')
  }
  /** A build copies the program, and next to it the files named by it: another build deletes them before or after either copy. */
  const clearAt = (moment: number) => async () => {
    await prepare()
    const kept = join(await keptProgram(), '..')
    let [copies, isCleared] = [0, false]
    fs.promises.cp = async (...args) => {
      const at = 2 * copies++
      const clear = async (now: number) => {
        if (now !== moment) return
        isCleared = true
        await rm(kept, { recursive: true, force: true })
      }
      await clear(at)
      await cp(...args)
      await clear(at + 1)
    }
    syncBuiltinESMExports()
    return () => {
      fs.promises.cp = cp
      syncBuiltinESMExports()
      expect(isCleared).toBe(true)
    }
  }
  const addComponent = () => writeFiles(COMPONENTS, { 'Licence.astro': '<p>Ours</p>' })
  const nothing = () => undefined
  type Row = [
    change: string,
    () => unknown,
    Options,
    isCompiled: boolean | undefined,
    /** By default the program of the first row; 'last' is that of the row before. */
    as?: 'other' | 'any' | 'last',
  ]

  test.each<Row>([
    ['all, with --debug, which the program itself does', nothing, { debug: true }, true],
    ['--debug, which is left out', nothing, {}, true],
    ['nothing', nothing, {}, false],
    ['a damaged file', damage, {}, true],
    ['nothing, after that', nothing, {}, false],
    ...[0, 1, 2, 3].map((moment): Row => [`what another build clears at moment ${moment}`, clearAt(moment), {}, undefined]),
    ['a colour', nothing, { accent: '#8a2be2' }, true, 'other'],
    ['an address', nothing, { site: 'https://guides.example' }, true, 'other'],
    ['a component of one’s own', addComponent, { components: COMPONENTS }, true, 'other'],
    ['nothing, with that component', nothing, { components: COMPONENTS }, true, 'other'],
    ['a folder whose name means something in an address', () => rm(KEPT, { recursive: true }), { below: 'a#b?c%20d' }, true, 'any'],
    ['nothing, after that folder', nothing, {}, false, 'last'],
  ])('%s', async (_, change, options, isCompiled, as) => {
    const restore = await change()
    const before = compiled
    const files = await prepare(options).finally(typeof restore === 'function' ? (restore as () => void) : nothing)
    first ??= files
    if (isCompiled !== undefined) expect(compiled - before).toBe(isCompiled ? 1 : 0)
    if (as === 'other') expect(files).not.toEqual(first)
    else if (as !== 'any') expect(files).toEqual(as === 'last' ? last : first)
    last = files
  })
})
