import { beforeAll, describe, expect } from 'vitest'
import type { Serving } from '../../src/publish/serve.ts'
import { documentOf, stream } from '../search/documents.ts'
import { test } from './browser.ts'
import { searchableSites } from './built-site.ts'
import { firstHit } from './search.ts'

const PARTS = ['Battery', 'Screen', 'Speaker']
const DEVICES = [
  ...['6', '7', '8', 'X', '11', '12', '13', 'SE'].map((model) => `iPhone ${model}`),
  'iPad Air 2',
  'iRobot Roomba 650',
  'iMac Intel 21.5"',
  'PlayStation 5',
  'MacBook Pro A1706',
  'MacBook Air M1',
  'Nintendo Switch',
]
const NAMES = DEVICES.flatMap((device) => PARTS.map((part) => `${device} ${part} Replacement`))
const OTHERS: [title: string, text: string][] = [
  ['USB-C Port Cleaning', 'Lint in the port.'],
  ['Type A Plug Wiring', 'A USB C plug is another one.'],
  ['Sewing Needles', 'Flat shank, system 130/705 H.'],
  ['Hex Keys', 'One of 2.5mm and one of 4 mm.'],
  ['Kettle won’t switch off', 'The bimetal is stuck.'],
  ['Lötkolben reinigen', 'Die Spitze in Kolophonium tauchen.'],
  ['Changer l’écran', 'Chauffer les bords.'],
]

const serveSearch = searchableSites()
let site: Serving
beforeAll(async () => {
  const documents = [
    ...NAMES.map((title, at) =>
      documentOf(`/guide/${at + 1}/`, title, { text: `Open the device, and take the old part out of the ${title}.` }),
    ),
    ...OTHERS.map(([title, text], at) => documentOf(`/guide/${at + 901}/`, title, { text })),
  ]
  site = await serveSearch(stream(documents))
  return site.close
})

const numberOf = (title: string): number => {
  const at = NAMES.indexOf(title)
  return at >= 0 ? at + 1 : 901 + OTHERS.findIndex(([other]) => other === title)
}

const TYPED: [typed: string, title: RegExp][] = [
  ['iphone', /^iPhone/],
  ['iPhone', /^iPhone/],
  ['IPHONE 12 battery', /^iPhone 12 Battery/],
  ['iphone12 screen', /^iPhone 12 Screen/],
  ['i phone 7', /^iPhone 7/],
  ['iphon', /^iPhone/],
  ['ipad', /^iPad/],
  ['irobot', /^iRobot/],
  ['imac screen', /^iMac.*Screen/],
  ['playstation 5', /^PlayStation 5/],
  ['PS5 speaker', /^PlayStation 5 Speaker/],
  ['play station 5 battery', /^PlayStation 5 Battery/],
  ['macbook a1706', /A1706/],
  ['A1706 battery', /A1706 Battery/],
  ['m1 macbook', /M1/],
  ['mac book air', /MacBook Air/],
  ['usb-c', /^USB-C/],
  ['usb c', /^USB-C/],
  ['usbc port', /^USB-C/],
  ['usbc plug', /^Type A Plug/],
  ['130/705', /^Sewing Needles/],
  ['130 705', /^Sewing Needles/],
  ['130705', /^Sewing Needles/],
  ['2.5mm', /^Hex Keys/],
  ['2.5 mm', /^Hex Keys/],
  ['4mm', /^Hex Keys/],
  ['wont switch off', /^Kettle won’t/],
  ["won't switch off", /^Kettle won’t/],
  ['won’t', /^Kettle won’t/],
  ['Loetkolben', /^Lötkolben/],
  ['lotkolben reinigen', /^Lötkolben/],
  ['Lötkolben', /^Lötkolben/],
  ['écran', /^Changer/],
  ["l'ecran", /^Changer/],
]

describe('names and numbers are found as people type them', () => {
  test('on the search page', async ({ open }) => {
    const page = await open(`${site.url}search/`)
    const wrong: string[] = []
    for (const [typed, title] of TYPED) {
      const path = await firstHit(page, typed)
      const found = [...NAMES, ...OTHERS.map(([other]) => other)].find((name) => path === `/mending/guide/${numberOf(name)}/`) ?? ''
      if (!title.test(found)) wrong.push(`${typed}: ${found || 'nothing'}`)
    }
    expect(wrong).toEqual([])
  })

  test('in the dialog', async ({ open }) => {
    const page = await open(site.url)
    await page.keyboard.press('/')
    for (const [typed, title] of [
      ['iphone', 'iPhone'],
      ['ps5', 'PlayStation 5'],
      ['usbc', 'USB-C'],
    ] as const) {
      await page.locator('dialog input').fill(typed)
      await page
        .locator('dialog')
        .getByRole('status')
        .filter({ hasText: `“${typed}”` })
        .waitFor()
      await expect.poll(() => page.locator('dialog .quick-title').first().textContent()).toContain(title)
    }
  })

  test('in the address of a page that is not there', async ({ open }) => {
    const page = await open(`${site.url}Device/iPhone_12`, { expectStatus: 404 })
    const hit = page.locator('[data-missing] li').first()
    await hit.waitFor()
    await expect.poll(() => hit.locator('h2').textContent()).toContain('iPhone 12')
  })
})
