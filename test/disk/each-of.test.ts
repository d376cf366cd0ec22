import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eachOf } from '../../src/disk/each-of.ts'

test('an error is thrown when what was begun has ended, and nothing is begun after it', async () => {
  const [begun, ended]: [number[], number[]] = [[], []]
  const act = async (one: number): Promise<void> => {
    begun.push(one)
    if (one === 1) throw new Error('one')
    for (let turn = 0; turn < 5; turn++) await setImmediate()
    ended.push(one)
  }
  await expect(eachOf([0, 1, 2, 3, 4, 5], 3, act)).rejects.toThrow('one')
  expect([begun, ended]).toEqual([
    [0, 1, 2],
    [0, 2],
  ])
})
