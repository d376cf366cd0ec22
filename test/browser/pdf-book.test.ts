import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { benchbook } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import type { Opening } from '../../src/pdf/bind-guides.ts'
import { printBook } from '../../src/pdf/book.ts'
import { bookmarkTree } from '../pdf/bookmark-tree.ts'
import { bookmarksOf } from '../../src/pdf/outline.ts'
import { pageNumbers } from '../../src/pdf/page-numbers.ts'
import { test } from './browser.ts'
import { sampleGuides, theGuide } from './sample.ts'

const guides = await sampleGuides()
const long = theGuide(guides, ({ steps }) => steps.length > 8)
const chosen = [long, ...guides.filter(({ guideid, steps }) => guideid !== long.guideid && steps.length > 2).slice(0, 2)]

test('a book has each guide from a new sheet on, and its contents say on which', async ({ open }) => {
  const page = await open(`/guide/${long.guideid}/`, { bypassCSP: true })
  const chapters = chosen.map(({ guideid }) => ({
    address: new URL(`guide/${guideid}/`, inject('siteUrl')).href,
    place: `guide-${guideid}`,
    depth: 0,
    opens: [],
    isArchived: false,
  }))
  const pdf = await printBook(page, { title: 'Three repairs', chapters, leftOut: 0 }, () => page.pdf({ tagged: true, outline: true }))
  const numbers = pageNumbers(pdf)
  const rows = await page
    .locator('.book-contents a')
    .evaluateAll((links) => links.map(({ children }) => Array.from(children, (part) => part.textContent)))
  expect(rows).toEqual(chosen.map(({ guideid, title }) => [title, String(numbers.get(`guide-${guideid}`))]))
  const starts = rows.map(([, number]) => Number(number))
  expect(starts[0]).toBe(2)
  expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b))
  expect((starts[1] ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(1)
  const feet = await page.locator('style').allTextContents()
  for (const { guideid, title } of chosen)
    expect(feet.join('')).toContain(`@page guide-${guideid} { @bottom-left { content: "${title}" } }`)
  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id))
  expect(ids.length).toBe(new Set(ids).size)
  expect(
    await page.locator('img').evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth === 0).length),
  ).toBe(0)
})

test('contents and bookmarks are nested as categories are, each of which begins with a heading, and archived guides are counted', async ({
  open,
}) => {
  const [first, second, third] = chosen
  const page = await open(`/guide/${long.guideid}/`, { bypassCSP: true })
  const chapter = (guide: typeof first, depth: number, ...opens: Opening[]) => ({
    address: new URL(`guide/${guide?.guideid}/`, inject('siteUrl')).href,
    place: `guide-${guide?.guideid}`,
    depth,
    opens,
    isArchived: guide === third,
  })
  const chapters = [
    chapter(first, 0),
    chapter(second, 2, { place: 'part-1', title: 'Küche', lang: 'de', depth: 1 }, { place: 'part-2', title: 'Kettles', depth: 2 }),
    chapter(third, 7, ...[1, 2, 3, 4, 5, 6, 7].map((depth) => ({ place: `deep-${depth}`, title: `Deep ${depth}`, depth }))),
  ]
  const pdf = await printBook(page, { title: 'Household', chapters, leftOut: 2 }, () => page.pdf({ tagged: true, outline: true }))
  const numbers = pageNumbers(pdf)
  expect(numbers.get('part-1')).toBe(numbers.get(`guide-${second?.guideid}`))
  const rows = await page.locator('.book-contents').evaluate(function rowsOf(list: Element): unknown[] {
    return Array.from(list.children, (item) => [
      ...Array.from(item.querySelectorAll(':scope > a > span'), ({ textContent }) => textContent),
      ...Array.from(item.querySelectorAll(':scope > ol'), rowsOf),
    ])
  })
  const row = (place: string, title = '') => [title, String(numbers.get(place))]
  const ofThird = row(`guide-${third?.guideid}`, `${third?.title} · Archived`)
  expect(rows).toEqual([
    row(`guide-${first?.guideid}`, first?.title),
    [...row('part-1', 'Küche'), [[...row('part-2', 'Kettles'), [row(`guide-${second?.guideid}`, second?.title)]]]],
    ...[7, 6, 5, 4, 3, 2, 1].reduce<unknown[]>((below, depth) => [[...row(`deep-${depth}`, `Deep ${depth}`), below]], [ofThird]),
  ])
  expect(await page.locator('main > section > p').textContent()).toBe('Archived guides, left out here: 2')
  const tree = bookmarkTree(pdf)
  expect(tree).toEqual(
    expect.arrayContaining([`Household > ${first?.title} > Steps`, `Household > Küche > Kettles > ${second?.title} > Steps`]),
  )
  // A file has bookmarks of six levels: the guide and its category keep theirs.
  const deep = ['Household', 'Deep 1', 'Deep 2', 'Deep 3']
  expect(tree.filter((way) => way.includes('Deep 7'))).toEqual([
    [...deep, 'Deep 7'].join(' > '),
    [...deep, 'Deep 7', third?.title].join(' > '),
  ])
})

test('a category is one file with `--book`, and needs a category', async () => {
  const folder = await temporaryFolder()
  const pdf = (...args: string[]) => benchbook(['pdf', '--out', inject('siteFolder'), '--json', '--out-pdf', folder, ...args])
  const { code, stdout, stderr } = await pdf('--category', 'toaster', '--book')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const { files } = JSON.parse(stdout) as { files: { name: string; guideids: number[] }[] }
  expect(files.map(({ name }) => name.replace(/-.*/, ''))).toEqual(['toaster'])
  const toasters = guides.filter(({ category }) => category === 'Toaster').map(({ guideid }) => guideid)
  expect(files[0]?.guideids).toEqual(expect.arrayContaining(toasters))
  const text = await readFile(join(folder, files[0]?.name ?? ''), 'latin1')
  const bookmarks = bookmarksOf(Buffer.from(text, 'latin1'))
  expect(bookmarks).toEqual(
    expect.arrayContaining([
      'Toaster',
      'In this category',
      ...guides.flatMap(({ guideid, title }) => (toasters.includes(guideid) ? [title] : [])),
    ]),
  )
  expect(bookmarks).not.toContain('Comments')
  expect(text).toMatch(/\/Marked true/)
  expect(text).not.toMatch(/\/URI \(https?:\/\/(?:localhost|127\.0\.0\.1)/)
  for (const id of toasters) expect(pageNumbers(Buffer.from(text, 'latin1')).get(`guide-${id}`)).toBeGreaterThan(1)
  const told = await benchbook(['pdf', '--out', inject('siteFolder'), '--out-pdf', folder, '--category', 'toaster', '--book'])
  expect(told.stdout.trim().split('\n').at(-1)).toMatch(/^Made 1 file, .*: .*toaster-\w+\.pdf$/)
  expect(await pdf('--guide', String(toasters[0]), '--book')).toMatchObject({ code: 2 })
})

test('a book of a category with others below it leaves out the archived guide, and says so', async () => {
  const folder = await temporaryFolder()
  const archived = theGuide(guides, ({ flags }) => flags.some(({ flagid }) => flagid === 'GUIDE_ARCHIVED'))
  const kettle = theGuide(guides, ({ category, guideid }) => category === archived.category && guideid !== archived.guideid)
  const args = ['pdf', '--out', inject('siteFolder'), '--cache', 'sample', '--out-pdf', folder, '--category', 'Kitchen', '--book']
  const { code, stdout } = await benchbook(args)
  expect(code, stdout).toBe(0)
  expect(stdout).toContain(`Left out 1 archived guide. To print it as well, add --guide ${archived.guideid}.\n`)
  const [name = ''] = await readdir(folder)
  const tree = bookmarkTree(await readFile(join(folder, name)))
  expect(tree).toContain(`Kitchen > Kettles > ${kettle.title}`)
  expect(tree.filter((way) => way.includes(archived.title))).toEqual([])
  expect(tree.indexOf('Kitchen > Kettles')).toBeLessThan(tree.indexOf('Kitchen > Toaster'))
})
