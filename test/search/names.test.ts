import { expect, test } from 'vitest'
import { documentOf } from './documents.ts'
import { searchForAll } from './opened.ts'

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

const site = searchForAll([
  ...NAMES.map((title, at) =>
    documentOf(`/guide/${at + 1}/`, title, { text: `Open the device, and take the old part out of the ${title}.` }),
  ),
  ...OTHERS.map(([title, text], at) => documentOf(`/guide/${at + 901}/`, title, { text })),
])

test.each([
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
])('names and numbers are found as people type them: %s finds %s first', async (typed, title) => {
  expect((await site.titles(typed))[0]).toMatch(title)
})
