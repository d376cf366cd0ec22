import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'
import { filesBelow } from '../../src/disk/files-below.ts'
import { test } from './browser.ts'

const ROOT = resolve(import.meta.dirname, '../..')

test('pages are tested in letters of the tests’ own, whatever fonts the machine has', async ({ open }) => {
  const page = await open('guide/8/')
  const widths = await page.evaluate(() => {
    const [own] = getComputedStyle(document.body).fontFamily.split(', sans-serif')
    return ['Take the lid off, 20–40 minutes', 'Снимите крышку', 'انزع الغطاء'].map((text) =>
      ['sans-serif', 'serif', 'monospace'].map((fallback) => {
        const line = document.body.appendChild(document.createElement('span'))
        line.textContent = text
        line.style.setProperty('font-family', `${own ?? ''}, ${fallback}`)
        line.style.setProperty('white-space', 'nowrap')
        const { width } = line.getBoundingClientRect()
        line.remove()
        return Math.round(width)
      }),
    )
  })
  // A letter or a space that a font lacks would be as wide as the machine's.
  for (const [first, ...others] of widths) expect(others).toEqual([first, first])
  expect(widths.flat().every((width) => width > 50)).toBe(true)
})

/** All Japanese letters of the interface's words and of the sample, in which Chinese shares some. */
async function japaneseLetters(): Promise<string[]> {
  const texts = [readFileSync(join(ROOT, 'src/words/ja.json'), 'utf8')]
  for await (const file of filesBelow(join(ROOT, 'sample/records')))
    if (file.endsWith('.json')) texts.push(readFileSync(join(ROOT, 'sample/records', file), 'utf8'))
  return [...new Set(texts.join(''))].filter((letter) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303f]/u.test(letter),
  )
}

/** Runs in the page: the letters that look as the machine draws them, in boxes where it has none. */
function drawnByTheMachine(letters: string[]): string[] {
  const [own = ''] = getComputedStyle(document.body).fontFamily.split(', sans-serif')
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [32, 32]
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  const draw = (letter: string, families: string): string => {
    if (!pen) throw new Error('This browser has no canvas.')
    pen.clearRect(0, 0, 32, 32)
    pen.font = `24px ${families}`
    pen.fillText(letter, 2, 26)
    return pen.getImageData(0, 0, 32, 32).data.join()
  }
  const box = draw('\u{10ffff}', `${own}, sans-serif`)
  return letters.filter((letter) => [box, draw(letter, 'sans-serif')].includes(draw(letter, `${own}, sans-serif`)))
}

test('Japanese pages are tested in Japanese letters of the tests’ own', async ({ open }) => {
  const letters = await japaneseLetters()
  expect(letters.length).toBeGreaterThan(300)
  const page = await open('guide/8/', { hasJapanese: true })
  // No page of the site is Japanese: this one is made so.
  await page.route('**/ja-page', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: '<!doctype html><html lang="ja"><body style="font-family: var(--sans)">水',
    }),
  )
  await page.goto(new URL('ja-page', page.url()).href)
  await expect.poll(() => page.evaluate(drawnByTheMachine, letters)).toEqual([])
  // The judge knows a letter that the family lacks.
  await expect.poll(() => page.evaluate(drawnByTheMachine, ['水', '页'])).toEqual(['页'])
})

test('a page brings its own letters, moves nothing for them, and leaves paper to the machine', async ({ open }) => {
  const page = await open('guide/8/')
  const asBuilt = await page.context().browser()?.newContext()
  if (!asBuilt) throw new Error('The page has no browser.')
  await using context = asBuilt
  const own = await context.newPage()
  await own.goto(page.url(), { waitUntil: 'networkidle' })
  // They were loaded for the page before.
  await own.goto(new URL('../9/', page.url()).href, { waitUntil: 'load' })
  const families = () =>
    own.evaluate(() => ({
      first: getComputedStyle(document.body).fontFamily.split(',')[0],
      loaded: [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family, display }) => `${family} ${display}`),
    }))
  await expect.poll(families).toMatchObject({ first: '"Noto Sans"', loaded: ['Noto Sans optional'] })
  await own.emulateMedia({ media: 'print' })
  await expect.poll(() => families()).toMatchObject({ first: 'system-ui' })
})
