import { expect, test } from 'vitest'
import { decodeCbor, encodeCbor } from '../../../src/search/pagefind/cbor.ts'

// Examples of RFC 8949, appendix A; and the largest id a guide can have.
test.each([
  ['00', 0],
  ['17', 23],
  ['1818', 24],
  ['1903e8', 1000],
  ['1a000f4240', 1_000_000],
  ['1b000000e8d4a51000', 1_000_000_000_000],
  ['1b001fffffffffffff', Number.MAX_SAFE_INTEGER],
  ['20', -1],
  ['3903e7', -1000],
  ['6449455446', 'IETF'],
  ['62c3bc', 'ü'],
  ['4401020304', Uint8Array.of(1, 2, 3, 4)],
  ['8301820203820405', [1, [2, 3], [4, 5]]],
  ['98190102030405060708090a0b0c0d0e0f101112131415161718181819', Array.from({ length: 25 }, (_, at) => at + 1)],
])('%s is %j, both ways', (hex, value) => {
  expect(decodeCbor(Uint8Array.from(Buffer.from(hex, 'hex')))).toEqual(value)
  expect(encodeCbor(value).toString('hex')).toBe(hex)
})

test.each(['f5', 'a0', '9f01ff', '0000', '82'])('%s is refused', (hex) => {
  expect(() => decodeCbor(Buffer.from(hex, 'hex'))).toThrow(RangeError)
})
