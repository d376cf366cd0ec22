import { portrait } from './face.ts'
import type { Person } from './face.ts'
import { CREAM, GROUNDS, MUSTARD, ORANGE, RED, RUBBER, SAGE, SKY, STEEL, TEAL } from './palette.ts'
import type { Ground, Tone } from './palette.ts'
import { sheet } from './scene.ts'
import { disc, flat } from './shapes.ts'

const PALE: Tone = ['#fbd9c2', '#eab998']
const TAN: Tone = ['#eebf95', '#d59c6e']
const OLIVE: Tone = ['#d9a276', '#bb8054']
const BROWN: Tone = ['#b0764d', '#8f5a37']
const DEEP: Tone = ['#85533a', '#673c28']

const BLACK: Tone = ['#4b4350', '#37303c']
const CHESTNUT: Tone = ['#8a5636', '#6b3f26']
const BLOND: Tone = ['#edc569', '#d1a141']
const GINGER: Tone = ['#d9793f', '#b85d2a']

/** The twelve members, in the order of their keys. */
const PEOPLE: readonly Person[] = [
  { skin: TAN, hair: 'bun', hairTone: CHESTNUT, shirt: TEAL, apron: true, earrings: true },
  { skin: DEEP, hair: 'short', hairTone: BLACK, shirt: MUSTARD, beard: 'full' },
  { skin: PALE, hair: 'curls', hairTone: GINGER, shirt: SAGE, freckles: true },
  { skin: OLIVE, hair: 'scarf', hairTone: SKY, shirt: RED },
  { skin: PALE, hair: 'bald', hairTone: STEEL, shirt: RED, glasses: true, beard: 'moustache' },
  { skin: BROWN, hair: 'afro', hairTone: BLACK, shirt: ORANGE, earrings: true },
  { skin: PALE, hair: 'bob', hairTone: BLACK, shirt: CREAM, glasses: true, apron: true },
  { skin: BROWN, hair: 'turban', hairTone: ORANGE, shirt: TEAL, beard: 'full' },
  { skin: TAN, hair: 'cap', hairTone: RED, shirt: SKY },
  { skin: PALE, hair: 'long', hairTone: STEEL, shirt: MUSTARD, glasses: true },
  { skin: OLIVE, hair: 'side', hairTone: CHESTNUT, shirt: RUBBER },
  { skin: PALE, hair: 'ponytail', hairTone: BLOND, shirt: ORANGE, freckles: true },
]

/** The picture of one member; `index` counts from 0. */
export function avatar(index: number): string {
  const person = PEOPLE[index]
  if (!person) throw new RangeError(`There are ${PEOPLE.length} members; none has the index ${index}.`)
  const grounds = Object.keys(GROUNDS) as Ground[]
  const [wall, light] = GROUNDS[grounds[(index * 3 + Math.floor(index / 4)) % 4] ?? 'mint']
  return sheet(flat('M0 0h400v400h-400z', wall) + flat(disc(200, 200, 176), light) + portrait(person), 400, 400)
}
