import fc from 'fast-check'
import { markup } from './markup.ts'
import { address, anything, name, number, text } from './texts.ts'

const HOW = [
  'as its kind',
  'as its kind',
  'as its kind',
  'anything',
  'removed',
  'in a list',
  'in an object',
  'many times',
  'as text',
] as const

interface Mutation {
  /** The index of the record's field, modulo their number. */
  at: number
  how: (typeof HOW)[number]
  markup: string
  text: string
  name: string
  address: string
  number: unknown
  anything: unknown
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(),
  how: fc.constantFrom(...HOW),
  markup,
  text,
  name,
  address,
  number,
  anything,
})

/** Mutations of a record, in sequence. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(mutation, { minLength: 1, maxLength: 10, size: 'max' })

interface Place {
  holder: Record<string, unknown>
  key: string
}

/**
 * Mutates a JSON record in place; inserted values are copied, since samples share their constants. Only one of its fields grows, so that
 * its size stays that of a record.
 */
export function mutate(record: unknown, all: readonly Mutation[]): void {
  let hasGrown = false
  for (const one of all) {
    if (hasGrown && one.how === 'many times') continue
    const places = placesIn(record)
    const place = places[one.at % Math.max(1, places.length)]
    if (place) change(place, one)
    hasGrown ||= one.how === 'many times'
  }
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || !value) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])])
}

function change({ holder, key }: Place, mutation: Mutation): void {
  const was = holder[key]
  switch (mutation.how) {
    case 'as its kind':
      holder[key] = likeIts(key, was, mutation)
      return
    case 'anything':
      holder[key] = structuredClone(mutation.anything)
      return
    case 'removed':
      Reflect.deleteProperty(holder, key)
      return
    case 'in a list':
      holder[key] = [was]
      return
    case 'in an object':
      holder[key] = { [mutation.name]: was }
      return
    case 'many times':
      holder[key] = Array.from({ length: 1 + (mutation.at % 100) }, () => was)
      return
    case 'as text':
      holder[key] = JSON.stringify(was)
  }
}

/** An unexpected value of the right type. */
function likeIts(key: string, was: unknown, mutation: Mutation): unknown {
  if (/_(raw|rendered)$|^html$/.test(key)) return mutation.markup
  if (/url|thumbnail|standard|medium|large/.test(key)) return mutation.address
  if (typeof was === 'number' || /date|id$|time/.test(key)) return mutation.number
  if (typeof was === 'string') return /title|name|category|tag|namespace|langid|locale|type/.test(key) ? mutation.name : mutation.text
  return structuredClone(mutation.anything)
}
