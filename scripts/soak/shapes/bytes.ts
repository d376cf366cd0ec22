import fc from 'fast-check'

interface Slip {
  how: 'turned' | 'cut' | 'doubled' | 'filled' | 'put in' | 'left out'
  at: number
  length: number
  byte: number
}

const slip: fc.Arbitrary<Slip> = fc.record({
  how: fc.constantFrom('turned', 'turned', 'cut', 'doubled', 'filled', 'put in', 'left out'),
  at: fc.nat(),
  length: fc.integer({ min: 1, max: 64 }),
  byte: fc.integer({ min: 0, max: 255 }),
})

/** Mutations of a file's bytes, in sequence. */
export const slips: fc.Arbitrary<readonly Slip[]> = fc.array(slip, { minLength: 1, maxLength: 12, size: 'max' })

/** A mutated copy of bytes. Most mutations affect the beginning, which identifies the file type. */
export function slipped(bytes: Buffer, all: readonly Slip[]): Buffer {
  let now = Buffer.from(bytes)
  for (const { how, at, length, byte } of all) {
    const place = at % Math.max(1, at % 3 === 0 ? now.length : Math.min(now.length, 200))
    const end = Math.min(now.length, place + length)
    if (how === 'turned' && now.length > 0) now[place] = byte
    if (how === 'cut') now = now.subarray(0, Math.max(1, place))
    if (how === 'doubled') now = Buffer.concat([now.subarray(0, end), now.subarray(place)])
    if (how === 'filled') now.fill(byte, place, end)
    if (how === 'put in') now = Buffer.concat([now.subarray(0, place), Buffer.alloc(length, byte), now.subarray(place)])
    if (how === 'left out') now = Buffer.concat([now.subarray(0, place), now.subarray(end)])
  }
  return Buffer.from(now)
}
