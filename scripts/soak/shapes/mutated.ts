import fc from 'fast-check'
import { markup } from './markup.ts'
import { address, anything, name, number, text } from './texts.ts'

/** The new value of a field; undefined removes it. */
type Change = (was: unknown, key: string) => unknown
/** The index of a field, modulo their number, and its change. */
type Mutation = readonly [at: number, change: Change]

/** An unexpected value of the right type. */
const likeIts = fc.record({ markup, text, name, address, number, anything }).map((values): Change => (was, key) => {
  if (/_(raw|rendered)$|^html$/.test(key)) return values.markup
  if (/url|thumbnail|standard|medium|large/.test(key)) return values.address
  if (typeof was === 'number' || /date|id$|time/.test(key)) return values.number
  if (typeof was === 'string') return /title|name|category|tag|namespace|langid|locale|type/.test(key) ? values.name : values.text
  return structuredClone(values.anything)
})
const becomes =
  (value: unknown): Change =>
  () =>
    structuredClone(value)
const repeats =
  (times: number): Change =>
  (was) =>
    Array<unknown>(times).fill(was)
const reshapes = fc.constantFrom<Change>(
  () => undefined,
  (was) => [was],
  (was) => JSON.stringify(was),
)
const change = fc.oneof(
  { arbitrary: likeIts, weight: 3 },
  { arbitrary: anything.map(becomes), weight: 1 },
  { arbitrary: reshapes, weight: 3 },
  { arbitrary: name.map((key): Change => (was) => ({ [key]: was })), weight: 1 },
)

/** Mutations of a record, in sequence. At most one repeats a field, so that the record keeps its size. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc
  .tuple(
    fc.array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 9, size: 'max' }),
    fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 100 }).map(repeats)), { maxLength: 1 }),
  )
  .map((all) => all.flat())

/** Mutates a JSON record in place, and returns it. */
export function mutate<T>(record: T, all: readonly Mutation[]): T {
  for (const [at, change] of all) {
    const places = placesIn(record)
    const [holder, key] = places[at % (places.length || 1)] ?? []
    if (holder && key !== undefined) holder[key] = change(holder[key], key)
  }
  return record
}

function placesIn(value: unknown): [holder: Record<string, unknown>, key: string][] {
  if (typeof value !== 'object' || !value) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((key) => [[holder, key], ...placesIn(holder[key])])
}

const slip = fc.record({
  how: fc.constantFrom('turned', 'turned', 'cut', 'doubled', 'filled', 'put in', 'left out'),
  at: fc.nat(),
  length: fc.integer({ min: 1, max: 64 }),
  byte: fc.integer({ min: 0, max: 255 }),
})

/** A function that mutates a copy of a file's bytes. Most mutations affect the beginning, which identifies the file type. */
export const slips: fc.Arbitrary<(bytes: Buffer) => Buffer> = fc
  .array(slip, { minLength: 1, maxLength: 12, size: 'max' })
  .map((all) => (bytes) => {
    let now = Buffer.from(bytes)
    for (const { how, at, length, byte } of all) {
      const place = at % Math.max(1, at % 3 === 0 ? now.length : Math.min(now.length, 200))
      const end = Math.min(now.length, place + length)
      const [before, after] = [now.subarray(0, place), now.subarray(place)]
      if (how === 'turned' && now.length > 0) now[place] = byte
      if (how === 'cut') now = now.subarray(0, Math.max(1, place))
      if (how === 'doubled') now = Buffer.concat([now.subarray(0, end), after])
      if (how === 'filled') now.fill(byte, place, end)
      if (how === 'put in') now = Buffer.concat([before, Buffer.alloc(length, byte), after])
      if (how === 'left out') now = Buffer.concat([before, now.subarray(end)])
    }
    return now
  })
