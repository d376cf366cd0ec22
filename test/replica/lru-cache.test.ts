import { expect, test } from 'vitest'
import { lruCache } from '../../src/replica/lru-cache.ts'

test('the least recently used entry is evicted when there is no room', () => {
  const memory = lruCache<string>(100)
  for (const key of ['a', 'b', 'c', 'd']) memory.set(key, key, 25)
  expect(memory.get('a')).toBe('a')
  memory.set('e', 'e', 25)
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => memory.get(key))).toEqual(['a', undefined, 'c', 'd', 'e'])
})

test('a too large entry is not kept, and an entry kept twice counts once', () => {
  const memory = lruCache<string>(100)
  memory.set('large', 'large', 26)
  expect(memory.get('large')).toBeUndefined()
  for (let times = 0; times < 10; times++) memory.set('a', 'a', 25)
  for (const key of ['b', 'c', 'd']) memory.set(key, key, 25)
  expect(memory.get('a')).toBe('a')
})
