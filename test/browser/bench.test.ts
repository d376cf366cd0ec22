import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Guide } from '../../src/model/guide.ts'
import { every, inSweep, sweepOr } from '../sweep.ts'
import { fingersOn, hasFocus, idsOf, PHONE as phone, shownSteps as shown, startSteps } from './acts.ts'
import { test } from './browser.ts'
import { guidePath as path, sampleGuides, theGuide } from './sample.ts'
import { shiftOf } from './shift.ts'

const sweepTest = inSweep(test)

const guides = await sampleGuides()
const long = theGuide(guides, ({ steps, tools }) => steps.length >= 8 && tools.length > 2 && steps.every(({ stepid }) => stepid > 0))
const withBefore = theGuide(guides, ({ prerequisites, tools }) => prerequisites.length > 0 && tools.length > 0)
const count = long.steps.length

const start = (page: Page) => page.locator('[data-do=start]')
const isOn = (page: Page) => page.locator('.steps-section.one-step')
const hash = (page: Page) => new URL(page.url()).hash
const said = (page: Page) => page.locator('.step-guide [role=status]').textContent()

async function swipe(page: Page, [x, y]: [number, number], to: [number, number]): Promise<void> {
  const touch = await fingersOn(page)
  await touch('touchStart', [{ x, y }])
  for (const part of [0.3, 0.6, 1]) await touch('touchMove', [{ x: x + (to[0] - x) * part, y: y + (to[1] - y) * part }])
  await touch('touchEnd')
}

describe('one step at a time', () => {
  test('is walked through with the keyboard alone', async ({ open }) => {
    const page = await open(path(long))
    await startSteps(page)
    await expect.poll(() => shown(page)).toEqual(['step-1'])
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('dialog')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => shown(page)).toEqual(['step-3'])
    expect(hash(page)).toBe('#step-3')
    await expect.poll(() => said(page)).toMatch(new RegExp(`^Step 3 of ${count}`))
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => shown(page)).toEqual(['step-2'])

    const focused = new Set<string>()
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab')
      focused.add(
        await page.evaluate(() => {
          const { activeElement } = document
          if (activeElement === document.body) return 'browser'
          return activeElement?.closest('section.one-step') ? (activeElement.getAttribute('data-do') ?? 'inside') : 'outside'
        }),
      )
    }
    expect([...focused]).toEqual(expect.arrayContaining(['previous', 'next', 'end']))
    expect([...focused]).not.toContain('outside')

    await page.keyboard.press('Escape')
    await expect.poll(() => isOn(page).count()).toBe(0)
    await expect.poll(() => shown(page)).toHaveLength(count)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-do'))).toBe('start')
    await expect.poll(() => page.locator('#step-2').evaluate((step) => step.getBoundingClientRect().top)).toBeLessThan(300)
    await expect.poll(() => page.locator('[inert], [aria-modal]').count()).toBe(0)
  })

  sweepTest('starts at the current step, and ends after the last', async ({ open }) => {
    const page = await open(`${path(long)}#step-${count - 1}`)
    await expect.poll(() => page.locator('[data-position]').textContent()).toBe(`Step ${count - 1} of ${count}`)
    await startSteps(page)
    await page.locator('[data-do=next]').click()
    await expect.poll(() => page.locator('[data-do=next]').innerText()).toBe('Finish')
    await expect.poll(() => shown(page)).toEqual([`step-${count}`])
    await page.locator('[data-do=next]').click()
    await page.locator('.ending').waitFor()
    await page.locator('[data-do=end]').click()
    await expect.poll(() => isOn(page).count()).toBe(0)
  })

  const SWIPES = [
    ['en', 'ltr', -200, 'step-2'],
    ['a language from right to left', 'rtl', 200, 'step-2'],
  ] as const
  test.for(sweepOr(SWIPES, every(2)))('turns by a swipe in %s', async ([, direction, sideways, next], { open }) => {
    const page = await open(path(long), phone)
    await page.evaluate((direction) => (document.documentElement.dir = direction), direction)
    await startSteps(page)
    await swipe(page, [195, 400], [195 + sideways, 410])
    await expect.poll(() => shown(page)).toEqual([next])
    await swipe(page, [195, 400], [195 + sideways / 2, 180])
    await expect.poll(() => shown(page), { message: 'a scrolling finger turns no page' }).toEqual([next])
    await swipe(page, [195, 400], [195 - sideways, 400])
    await expect.poll(() => shown(page)).toEqual(['step-1'])
  })

  test('has targets of 48 pixels and more, and no horizontal scrolling', async ({ open }) => {
    const page = await open(path(long), phone)
    await startSteps(page)
    const small = await isOn(page)
      .locator('button:visible, .tick:visible')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width < 48 || height < 48))
    expect(small).toEqual([])
    await expect.poll(() => isOn(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })

  sweepTest('has bars and buttons in one line on a phone, and leaves the window to the step if a page is zoomed', async ({ open }) => {
    const page = await open(path(long), { ...phone, viewport: { width: 360, height: 740 } })
    await start(page).tap()
    await isOn(page).waitFor()
    const heights = await page.locator('.step-turn button').evaluateAll((all) => all.map((button) => button.getBoundingClientRect().height))
    expect(new Set(heights), 'no text in two lines').toEqual(new Set([60]))
    await expect
      .poll(() => page.locator('.steps-section.one-step .bench-main:visible').count(), { message: 'one button stands out' })
      .toBe(1)
    const frame = page.locator('.one-step .step-picture').first()
    await expect.poll(() => frame.evaluate((frame) => getComputedStyle(frame).backgroundColor)).toBe('rgba(0, 0, 0, 0)')

    await page.setViewportSize({ width: 320, height: 256 })
    await isOn(page).evaluate((section) => (section.scrollTop = 200))
    const bars = page.locator('.one-step > :is(.step-guide, .step-turn)')
    const inSight = (all: Element[]) =>
      all.map((bar) => bar.getBoundingClientRect()).filter(({ top, bottom }) => bottom > 0 && top < innerHeight).length
    await expect.poll(() => bars.evaluateAll(inSight)).toBe(0)
    await expect.poll(() => isOn(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })

  sweepTest('has its buttons next to the step on a phone in landscape', async ({ open }) => {
    const page = await open(path(long), { ...phone, viewport: { width: 844, height: 390 } })
    await start(page).tap()
    await isOn(page).waitFor()
    // More text than the window holds.
    await page.locator('.step:visible .step-text').evaluate((text) => (text.style.paddingBottom = '60rem'))
    for (const top of [0, 600]) {
      await isOn(page).evaluate((section, to) => section.scrollTo(0, to), top)
      for (const what of ['next', 'end']) {
        const { y = -1, height = 0 } = (await page.locator(`[data-do=${what}]`).boundingBox()) ?? {}
        expect([y >= 0, y + height <= 390], `${what} at ${top}`).toEqual([true, true])
      }
    }
    const next = await page.locator('[data-do=next]').boundingBox()
    const media = await page.locator('.step:visible .step-media').boundingBox()
    expect(next?.x).toBeGreaterThan((media?.x ?? 844) + (media?.width ?? 0))
  })

  sweepTest('shows all pictures of a step completely on a desktop, with only the gap between them', async ({ open }) => {
    const hasSeveral = ({ media }: Guide['steps'][number]) => media?.type === 'image' && Array.isArray(media.data) && media.data.length > 1
    const several = theGuide(guides, ({ steps }) => steps.some(hasSeveral))
    const at = several.steps.findIndex(hasSeveral) + 1
    const page = await open(`${path(several)}#step-${at}`)
    await expect.poll(() => page.locator('.step-nav a[aria-current=step]').getAttribute('href')).toBe(`#step-${at}`)
    await startSteps(page)
    const bar = (await page.locator('.step-turn').boundingBox())?.y ?? 0
    const places = await page.locator('.one-step .step:visible .step-picture img').evaluateAll((images) =>
      images.map((image) => {
        const { top, bottom, width, height } = image.getBoundingClientRect()
        return { top, bottom, bends: width / height / (Number(image.getAttribute('width')) / Number(image.getAttribute('height'))) }
      }),
    )
    expect(places.length).toBeGreaterThan(1)
    for (const { bottom, bends } of places) {
      expect(bottom).toBeLessThanOrEqual(bar)
      expect(bends).toBeCloseTo(1, 1)
    }
    const edges = places.flatMap(({ top, bottom }) => [top, bottom])
    expect(Math.max(...edges) - Math.min(...edges), 'the largest that fit').toBeGreaterThan(500)
  })

  test('keeps the address: Back ends it, a reload and a fragment do not; its button ticks a step, leafing does not', async ({ open }) => {
    const page = await open(path(long))
    await startSteps(page)
    await page.locator('[data-do=next]').click()
    await page.reload()
    await isOn(page).waitFor()
    await expect.poll(() => shown(page)).toEqual(['step-2'])
    await page.evaluate(() => (location.hash = '#step-5'))
    await expect.poll(() => shown(page)).toEqual(['step-5'])
    await page.goBack()
    await expect.poll(() => shown(page)).toEqual(['step-2'])
    await page.goBack()
    await expect.poll(() => isOn(page).count()).toBe(0)
    expect(hash(page)).toBe('')
    await page.goForward()
    await isOn(page).waitFor()
    await expect.poll(() => shown(page)).toEqual(['step-2'])
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    const isDone = (step: number) => page.locator(`#step-${step} input[data-tick]`).isChecked()
    expect([await isDone(1), await isDone(2)]).toEqual([true, false])
  })

  sweepTest('preloads the next step’s pictures, keeps the screen on until it ends, and does not affect print', async ({ open }) => {
    const page = await open(path(long))
    await page.evaluate(() => {
      const lock = Object.assign(new EventTarget(), { released: false, release: () => document.body.removeAttribute('data-lit') })
      const request = () => Promise.resolve(document.body.toggleAttribute('data-lit', true)).then(() => lock)
      Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    })
    await start(page).click()
    await page.locator('body[data-lit]').waitFor()
    const loading = (step: number) => page.locator(`#step-${step} img`).first().getAttribute('loading')
    expect([await loading(2), await loading(4)]).toEqual(['eager', 'lazy'])
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => shown(page)).toHaveLength(count)
    await expect.poll(() => page.locator('h1').isVisible()).toBe(true)
    await expect.poll(() => page.locator('[data-steps]').evaluate((section) => getComputedStyle(section).position)).toBe('static')
    await page.emulateMedia({ media: 'screen' })
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('body[data-lit]').count()).toBe(0)
  })
})

describe("the reader's position", () => {
  sweepTest('is shown next to a table of steps that follows', async ({ open }) => {
    const page = await open(path(long), phone)
    await page.locator(`#step-${count}`).evaluate((step) => step.scrollIntoView({ block: 'center' }))
    const link = page.locator('.step-nav a[aria-current=step]')
    await expect.poll(() => link.getAttribute('href')).toBe(`#step-${count}`)
    await expect.poll(() => page.locator('[data-position]').textContent()).toBe(`Step ${count} of ${count}`)
    await expect.poll(() => page.locator('progress').evaluate((line: HTMLProgressElement) => line.position)).toBe(1)
    await expect.poll(() => link.evaluate((link) => link.getBoundingClientRect().right <= innerWidth)).toBe(true)
    await expect.poll(() => page.locator('.step-nav img').count()).toBeGreaterThan(2)
  })

  test('is where Start continues, also on the next visit', async ({ open }) => {
    const page = await open(path(long))
    await page.locator('#step-4').evaluate((step) => step.scrollIntoView({ block: 'center' }))
    await expect.poll(() => page.locator('.step-nav a[aria-current=step]').getAttribute('href')).toBe('#step-4')
    const start = page.locator('[data-do=start]')
    await page.goto(new URL('../14/', page.url()).href)
    await expect.poll(() => start.innerText(), { message: 'another guide' }).toBe('Start')
    await page.goto(new URL(`../${long.guideid}/`, page.url()).href)
    await expect.poll(() => start.innerText()).toBe('Continue: 4')
    await start.click()
    await expect.poll(() => page.locator('.step:visible').getAttribute('id')).toBe('step-4')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await expect.poll(() => start.innerText()).toBe('Continue: 5')
  })

  test('is not offered after the last step', async ({ open }) => {
    const page = await open(path(long))
    await page.locator(`#step-${count}`).evaluate((step) => step.scrollIntoView({ block: 'center' }))
    await expect.poll(() => page.locator('.step-nav a[aria-current=step]').getAttribute('href')).toBe(`#step-${count}`)
    await page.goto(new URL(`../${long.guideid}/`, page.url()).href)
    await expect.poll(() => page.locator('[data-bar]:not([hidden])').count()).toBeGreaterThan(0)
    await expect.poll(() => page.locator('[data-do=start]').innerText()).toBe('Start')
  })
})

describe('ticks', () => {
  const boxes = (page: Page) => page.getByRole('checkbox')
  const ticked = (page: Page) => boxes(page).evaluateAll((all: HTMLInputElement[]) => all.flatMap((box, at) => (box.checked ? [at] : [])))

  test('are kept on the device until they are cleared', async ({ open }) => {
    const page = await open(path(long))
    await expect.poll(() => boxes(page).count()).toBe(count + long.tools.length + long.parts.length)
    await page.getByRole('checkbox', { name: 'Step 2 is done' }).check()
    await page.getByRole('checkbox', { name: long.tools[0]?.text ?? '', exact: true }).check()
    await expect.poll(() => page.locator('.step-nav a[href="#step-2"]').getAttribute('aria-label')).toBe(`Step 2 of ${count}, done`)
    const before = await ticked(page)
    await page.reload()
    await expect.poll(() => ticked(page)).toEqual(before)
    expect(before).toHaveLength(2)
    await page.getByRole('button', { name: 'Clear all ticks' }).last().click()
    await expect.poll(() => ticked(page)).toEqual([])
    await expect.poll(() => page.locator('.bench-end [role=status]').textContent()).toBe('All ticks cleared.')
    await page.reload()
    await expect.poll(() => ticked(page)).toEqual([])
  })

  sweepTest('cleared by mistake can be restored, with the focus on the button, until another tick', async ({ open }) => {
    const page = await open(path(long))
    for (const step of [1, 3]) await page.getByRole('checkbox', { name: `Step ${step} is done` }).check()
    const before = await ticked(page)
    const button = page.locator('.bench-end [data-do=clear]')
    await button.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => button.innerText()).toBe('Restore ticks')
    await expect.poll(() => hasFocus(button)).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => ticked(page)).toEqual(before)
    await expect.poll(() => page.locator('.bench-end [role=status]').textContent()).toBe('Ticks restored.')
    await page.reload()
    await expect.poll(() => ticked(page)).toEqual(before)
    await page.keyboard.press('Tab')
    await button.click()
    await page.getByRole('checkbox', { name: 'Step 2 is done' }).check()
    await expect.poll(() => button.innerText()).toBe('Clear all ticks')
    await button.click()
    await expect.poll(() => ticked(page)).toEqual([])
  })

  sweepTest('of one guide are not those of another', async ({ open }) => {
    const tool = guides.flatMap(({ tools }) => tools.map(({ text }) => text)).find((text, at, all) => all.indexOf(text) < at) ?? ''
    const [one, other] = guides.filter(({ tools }) => tools.some(({ text }) => text === tool))
    const page = await open(path(one ?? long))
    await page.getByRole('checkbox', { name: tool, exact: true }).check()
    await page.goto(new URL(`../${other?.guideid ?? 0}/`, page.url()).href)
    await expect.poll(() => page.getByRole('checkbox', { name: tool, exact: true }).count()).toBe(1)
    await expect.poll(() => ticked(page)).toEqual([])
  })

  sweepTest('cause no layout shift when their script arrives', async ({ open }) => {
    const page = await open(path(withBefore), { viewport: { width: 1000, height: 6000 } })
    const painted = Promise.withResolvers<undefined>()
    await page.route('**/*.astro_*.js', async (route) => {
      await painted.promise
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    painted.resolve(undefined)
    await page.waitForLoadState('networkidle')
    await page.getByRole('checkbox').first().waitFor()
    expect(await shiftOf(page)).toBe(0)
  })
})

describe('tools and parts', () => {
  test('are one list to copy, with those of prerequisites folded', async ({ open }) => {
    const page = await open(path(withBefore), { permissions: ['clipboard-read', 'clipboard-write'] })
    const first = withBefore.tools[0]?.text ?? ''
    await page.getByRole('checkbox', { name: first, exact: true }).check()
    await page.getByRole('button', { name: 'Copy list' }).click()
    await expect.poll(() => page.locator('[data-shopping] [role=status]').textContent()).toBe('List copied.')
    const [title, address, , ...lines] = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
    expect(title).toBe(withBefore.title)
    expect(address).toBe(page.url())
    expect(lines[0]).toBe(`☑ ${first}`)
    const names = lines.map((line) => line.slice(2).replace(/^\d+ × /, ''))
    for (const { text } of [...withBefore.tools, ...withBefore.parts]) expect(names.join('\n')).toContain(text)
    expect(names.length).toBe(new Set(names).size)
    expect(names.length).toBeGreaterThan(withBefore.tools.length + withBefore.parts.length)
    await expect.poll(() => page.locator('.needs-before .products').isVisible()).toBe(false)
  })

  sweepTest('are selected if a browser denies the clipboard, and printed without the rest', async ({ open }) => {
    const page = await open(path(withBefore))
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } })
      window.print = () => document.body.toggleAttribute('data-printed', true)
    })
    await page.getByRole('button', { name: 'Copy list' }).click()
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toContain(withBefore.tools.at(-1)?.text)
    await page.getByRole('button', { name: 'Print list' }).click()
    await page.locator('body[data-printed]').waitFor()
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('#step-1').isVisible()).toBe(false)
    await expect.poll(() => page.locator('.needs-before .products').isVisible()).toBe(true)
    await expect.poll(() => page.locator('h1').isVisible()).toBe(true)
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect.poll(() => page.locator('#step-1').isVisible()).toBe(true)
  })
})

describe('a prerequisite guide', () => {
  const first = theGuide(guides, ({ guideid }) => guideid === withBefore.prerequisites[0]?.guideid)

  test('shows its steps in place, with its own numbers and ticks, and no repeated id', async ({ open }) => {
    const page = await open(path(withBefore))
    const details = page.locator('[data-prerequisite]').first()
    await details.locator('summary').press('Enter')
    await expect.poll(() => details.locator('.step').count()).toBe(first.steps.length)
    await expect.poll(() => details.locator('.step-title').first().innerText()).toMatch(/^Step 1/)
    await expect.poll(() => details.locator('> [role=status]').textContent()).toBe('')
    const ids = await idsOf(page)
    expect(ids.length).toBe(new Set(ids).size)
    const link = await details.locator('.step-title a').first().getAttribute('href')
    await expect.poll(() => details.locator(link ?? '').count()).toBe(1)
    await details.getByRole('checkbox').first().check()
    await page.goto(new URL(`../${first.guideid}/`, page.url()).href)
    await expect.poll(() => page.getByRole('checkbox', { name: 'Step 1 is done' }).isChecked()).toBe(true)
  })

  sweepTest('keeps its ticks when those of the page change, and loses them when all are cleared', async ({ open }) => {
    const page = await open(path(first))
    await page.getByRole('checkbox', { name: 'Step 1 is done' }).check()
    await page.goto(new URL(`../${withBefore.guideid}/`, page.url()).href)
    const details = page.locator('[data-prerequisite]').first()
    await details.locator('summary').press('Enter')
    const box = details.getByRole('checkbox', { name: 'Step 1 is done' })
    await expect.poll(() => box.isChecked()).toBe(true)
    const own = page.locator('[data-steps] input[data-tick]')
    await own.nth(1).check()
    await own.nth(1).uncheck()
    await expect.poll(() => box.isChecked()).toBe(true)
    const clear = page.locator('[data-do=clear]').last()
    await box.uncheck()
    await expect.poll(() => clear.isEnabled()).toBe(false)
    await box.check()
    await clear.click()
    await expect.poll(() => box.isChecked()).toBe(false)
    await expect.poll(() => details.locator('input:checked').count()).toBe(0)
    await page.goto(new URL(`../${first.guideid}/`, page.url()).href)
    await expect.poll(() => page.getByRole('checkbox', { name: 'Step 1 is done' }).isChecked()).toBe(false)
  })

  sweepTest('shows its own prerequisites as well', async ({ open }) => {
    const hasBefore = (guideid: number) => guides.some((guide) => guide.guideid === guideid && guide.prerequisites.length > 0)
    const page = await open(path(theGuide(guides, ({ prerequisites }) => prerequisites.some(({ guideid }) => hasBefore(guideid)))))
    const outer = page.locator('details[data-prerequisite]').first()
    await outer.locator('summary').click()
    const inner = outer.locator('details[data-prerequisite]')
    await inner.locator('summary').click()
    await inner.locator('.step').first().waitFor()
    await expect.poll(() => outer.locator(':scope > .steps > .step').count()).toBeGreaterThan(0)
    const ids = await idsOf(page)
    expect(ids.length).toBe(new Set(ids).size)
  })

  sweepTest('that is opened, closed and opened again while loading is inserted once', async ({ open }) => {
    const page = await open(path(withBefore))
    const details = page.locator('[data-prerequisite]').first()
    const pressed = Promise.withResolvers<undefined>()
    await page.route(`**${path(first)}`, async (route) => {
      await pressed.promise
      await route.continue()
    })
    for (let presses = 0; presses < 3; presses++) await details.locator(':scope > summary').click()
    pressed.resolve(undefined)
    await details.locator('.step').first().waitFor()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => details.locator('.step').count()).toBe(first.steps.length)
  })

  test('reports a failed load, keeps its link, and is requested again', async ({ open }) => {
    const page = await open(path(withBefore), { expectStatus: 503 })
    await page.route(`**${path(first)}`, (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
    const details = page.locator('[data-prerequisite]').first()
    await details.locator(':scope > summary').click()
    await expect.poll(() => details.locator('[role=status]').textContent()).toContain('could not be loaded')
    await details.locator(':scope > summary').click()
    await details.locator(':scope > summary').click()
    await expect.poll(() => details.locator('.step').count()).toBe(first.steps.length)
  })
})

sweepTest('without JavaScript everything is shown, and nothing that needs it', async ({ open }) => {
  const page = await open(path(withBefore), { javaScriptEnabled: false })
  await expect.poll(() => shown(page)).toHaveLength(withBefore.steps.length)
  await expect.poll(() => page.locator('main :is(button, input[data-tick], progress, [data-prerequisite]):visible').count()).toBe(0)
  await page.locator('.needs-before summary').click()
  await expect.poll(() => page.locator('.needs-before .products').isVisible()).toBe(true)
  const before = page.getByRole('link', { name: withBefore.prerequisites[0]?.title ?? '' }).first()
  await expect.poll(() => before.isVisible()).toBe(true)
})
