import { expect, test } from 'vitest'
import { HASH_LENGTH, HashSet } from '../../src/disk/hash-set.ts'
import { hashOf } from '../../src/model/addresses/safe-name.ts'

test('a set of a hundred thousand hashes contains each once, and no others', () => {
  const hashes = new HashSet()
  const nameOf = (number: number) => hashOf(String(number), HASH_LENGTH)
  for (let number = 0; number < 100_000; number++) hashes.add(nameOf(number)).add(nameOf(number))
  expect(hashes.size).toBe(100_000)
  for (let number = 0; number < 100_000; number++) if (!hashes.has(nameOf(number))) expect.fail(String(number))
  for (let number = 100_000; number < 200_000; number++) if (hashes.has(nameOf(number))) expect.fail(String(number))
})

test.each([
  ['the first digit', '0', '1', 0],
  ['the last of the head', '0', '1', 12],
  ['the first of the tail', '0', '1', 13],
  ['the last digit', '0', 'f', 19],
])('hashes that differ in %s are different', (_, one, other, at) => {
  const of = (digit: string) => `${'0'.repeat(at)}${digit}${'0'.repeat(HASH_LENGTH - at - 1)}`
  const hashes = new HashSet().add(of(one))
  expect([hashes.has(of(one)), hashes.has(of(other)), hashes.add(of(other)).size]).toEqual([true, false, 2])
})

test('hashes with the same slot do not overwrite each other', () => {
  const hashes = new HashSet()
  const all = Array.from({ length: 600 }, (_, number) => `${number.toString(16).padStart(13, '0')}0000000`)
  for (const hash of all) hashes.add(hash)
  expect(all.every((hash) => hashes.has(hash))).toBe(true)
  expect(hashes.has(`${'f'.repeat(13)}0000000`)).toBe(false)
})
