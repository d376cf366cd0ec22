import { expect } from 'vitest'
import { test } from './browser.ts'

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
