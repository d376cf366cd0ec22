import { expect, test } from 'vitest'
import { Plan } from '../../src/crawl/plan.ts'

const guide = (id: number) => ({ kind: 'guide', id: String(id) }) as const

test('each record is asked for once, in the order in which it was named, also when it is named while others are asked for', () => {
  const plan = new Plan()
  expect([plan.add(guide(2)), plan.add(guide(1)), plan.add(guide(2))]).toEqual([true, true, false])
  expect([plan.next(), plan.next(), plan.next()]).toEqual([guide(2), guide(1), undefined])
  plan.settle(guide(2), true)
  expect(plan.add({ kind: 'wiki', id: 'CATEGORY/Two words / and "more"' })).toBe(true)
  expect(plan.add(guide(2))).toBe(false)
  expect([plan.next(), plan.next()]).toEqual([{ kind: 'wiki', id: 'CATEGORY/Two words / and "more"' }, undefined])
})

test('what stays is what was settled so', () => {
  const plan = new Plan()
  for (const id of [1, 2, 3]) plan.add(guide(id))
  plan.add({ kind: 'guide-tags', id: '1' })
  plan.settle(guide(1), true)
  plan.settle(guide(2), false)
  plan.settle({ kind: 'guide-tags', id: '1' }, true)
  expect([...plan.kept()]).toEqual([guide(1), { kind: 'guide-tags', id: '1' }])
  expect([...plan.kept('guide')]).toEqual([guide(1)])
})
