import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { pageNumbers } from '../../src/pdf/page-numbers.ts'
import { benchbook } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { whyNo } from '../tools.ts'
import { sampleGuides } from './sample.ts'

const why = whyNo('pdftotext', 'poppler-utils')
if (why) console.log(`Skipped: the page numbers of a book, since ${why}.`)

/** The metadata of a PDF file. Chromium writes its objects as plain text; only drawings are compressed. */
async function factsOf(file: string) {
  const text = await readFile(file, 'latin1')
  return {
    isWhole: text.startsWith('%PDF-') && text.trimEnd().endsWith('%%EOF'),
    isTagged: /\/MarkInfo\s*<<[^>]*\/Marked true/.test(text) && text.includes('/StructTreeRoot'),
    hasOutline: text.includes('/Outlines'),
    language: /\/Catalog[\s\S]*?\/Lang \((.*?)\)/.exec(text)?.[1],
    pages: [...text.matchAll(/\/Type \/Page\b/g)].length,
    pictures: [...text.matchAll(/\/S \/Figure\b/g)].length,
    links: [...text.matchAll(/\/URI \(([^)]*)\)/g)].map(([, address = '']) => address),
    paper: /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/
      .exec(text)
      ?.slice(1)
      .map((points) => Math.round(Number(points) / 10)),
  }
}

const pdf = (args: string[]) => benchbook(['pdf', '--out', inject('siteFolder'), '--json', ...args])

test('two guides become tagged files with all their pictures, and no links to this machine', async () => {
  const guides = await sampleGuides()
  const [long, other] = guides.filter(({ steps }) => steps.length > 3 && steps.every(({ media }) => media?.type === 'image'))
  if (!long || !other) throw new Error('The sample has no two such guides.')
  const folder = await temporaryFolder()
  const { code, stdout, stderr } = await pdf(['--guide', `${long.guideid},${other.guideid}`, '--out-pdf', folder])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const { files, failed } = JSON.parse(stdout) as { files: { name: string; bytes: number }[]; failed: unknown[] }
  expect(failed).toEqual([])
  expect(files.map(({ name }) => name)).toEqual([`${long.guideid}.pdf`, `${other.guideid}.pdf`].sort((a, b) => parseInt(a) - parseInt(b)))
  for (const guide of [long, other]) {
    const facts = await factsOf(join(folder, `${guide.guideid}.pdf`))
    expect(facts).toMatchObject({ isWhole: true, isTagged: true, hasOutline: true, language: 'en', paper: [60, 84] })
    expect(facts.pages).toBeGreaterThan(1)
    expect(facts.pages).toBeLessThan(guide.steps.length + 2)
    const pictures = guide.steps.flatMap(({ media }) => (media?.type === 'image' ? (media.data as unknown[]) : []))
    expect(facts.pictures).toBeGreaterThanOrEqual(pictures.length)
    expect(facts.links.filter((address) => /localhost|127\.0\.0\.1/.test(address))).toEqual([])
  }
})

test('a category becomes one file with numbered contents, in the paper size of another country', async () => {
  const folder = await temporaryFolder()
  const { code, stdout } = await pdf(['--category', 'toaster', '--paper', 'letter', '--out-pdf', folder])
  expect(code, stdout).toBe(0)
  const { files } = JSON.parse(stdout) as { files: { guideids: number[]; name: string }[] }
  expect(files.map(({ name }) => name)).toEqual(['Toaster.pdf'])
  const toasters = (await sampleGuides()).filter(({ category }) => category === 'Toaster').map(({ guideid }) => guideid)
  expect(toasters.length).toBeGreaterThan(0)
  expect(files[0]?.guideids).toEqual(expect.arrayContaining(toasters))
  const file = join(folder, 'Toaster.pdf')
  const facts = await factsOf(file)
  expect(facts).toMatchObject({ isWhole: true, isTagged: true, hasOutline: true, language: 'en', paper: [61, 79] })
  expect((await pdf(['--category', 'toster', '--out-pdf', folder])).stdout).toContain('Did you mean \\"Toaster\\"?')
  expect((await pdf(['--category', 'toaster', '--out-pdf', join(inject('siteFolder'), 'pdf')])).stdout).toContain('is inside the site')
  // Each guide begins on a sheet of its own, after the cover.
  const sheets = [...pageNumbers(await readFile(file))].filter(([id]) => /^g\d+$/.test(id)).map(([, number]) => number)
  expect(new Set(sheets).size).toBe(sheets.length)
  expect(sheets.length).toBeGreaterThanOrEqual(toasters.length)
  expect(Math.min(...sheets)).toBeGreaterThan(1)
  expect(Math.max(...sheets)).toBeLessThanOrEqual(facts.pages)
})

test.skipIf(why)('each guide of a book begins on the page that its contents name', async () => {
  const folder = await temporaryFolder()
  const { code, stdout } = await pdf(['--category', 'household', '--out-pdf', folder])
  expect(code, stdout).toBe(0)
  const file = join(folder, 'Household.pdf')
  const titles = new Map((await sampleGuides()).map(({ guideid, title }) => [`g${guideid}`, title]))
  const begun = [...pageNumbers(await readFile(file))].filter(([id]) => titles.has(id))
  expect(begun.length).toBeGreaterThan(8)
  const plain = (text: string): string => text.replace(/\W+/g, '')
  for (const [id, page] of begun) {
    const text = execFileSync('pdftotext', ['-f', `${page}`, '-l', `${page}`, file, '-'], { encoding: 'utf8' })
    // Its title is at the foot of each of its sheets: its facts are on the first alone.
    expect([plain(text).includes(plain(titles.get(id) ?? '')), /\d steps?/.test(text)], id).toEqual([true, true])
  }
})
