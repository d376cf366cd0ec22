import { expect, test } from 'vitest'
import { withMaxMemory } from '../../src/sandbox/bounded-memory.ts'

const PAGE = 64 * 1024
const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
/** A custom section whose length needs two bytes, a memory of 200 pages without a bound, and its export as "m". */
const MODULE = Uint8Array.of(...HEADER, 0, 0x81, 1, 1, ...Array<number>(128).fill(0x78), 5, 4, 1, 0, 0xc8, 1, 7, 5, 1, 1, 0x6d, 2, 0)

const memoryOf = (bytes: Uint8Array) => new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(bytes))).exports.m as WebAssembly.Memory

test('a module gets memory up to its bound, and no more', () => {
  expect(memoryOf(MODULE).grow(801)).toBe(200)
  const memory = memoryOf(withMaxMemory(MODULE, 1000 * PAGE))
  expect(() => memory.grow(801)).toThrow(RangeError)
  expect(memory.grow(800)).toBe(200)
})

test('a module without its own memory is refused', () => {
  expect(() => withMaxMemory(Uint8Array.of(...HEADER), PAGE)).toThrow('no memory of its own')
})
