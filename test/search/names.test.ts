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
  [/^iPhone/, ['iphone', 'iPhone', 'iphon']],
  [/^iPhone 12 Battery/, ['IPHONE 12 battery']],
  [/^iPhone 12 Screen/, ['iphone12 screen']],
  [/^iPhone 7/, ['i phone 7']],
  [/^iPad/, ['ipad']],
  [/^iRobot/, ['irobot']],
  [/^iMac.*Screen/, ['imac screen']],
  [/^PlayStation 5/, ['playstation 5']],
  [/^PlayStation 5 Battery/, ['play station 5 battery']],
  [/A1706/, ['macbook a1706']],
  [/A1706 Battery/, ['A1706 battery']],
  [/M1/, ['m1 macbook']],
  [/MacBook Air/, ['mac book air']],
  [/^USB-C/, ['usb-c', 'usb c', 'usbc port']],
  [/^Type A Plug/, ['usbc plug']],
  [/^Sewing Needles/, ['130/705', '130 705', '130705']],
  [/^Hex Keys/, ['2.5mm', '2.5 mm', '4mm']],
  [/^Kettle won’t/, ['wont switch off', "won't switch off", 'won’t']],
  [/^Lötkolben/, ['Loetkolben', 'lotkolben reinigen', 'Lötkolben']],
  [/^Changer/, ['écran', "l'ecran"]],
])('names and numbers are found as people type them: %s comes first for %j', async (title, texts) => {
  for (const text of texts) expect((await site.titles(text))[0], text).toMatch(title)
})
