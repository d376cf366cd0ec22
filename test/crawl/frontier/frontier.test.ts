import { expect, test } from 'vitest'
import { makeFrontier } from '../../../src/crawl/frontier/frontier.ts'

const guide = (id: number) => ({ kind: 'guide', id: String(id) }) as const

test('each record is requested once, in the order of naming, also if named during other requests', () => {
  const frontier = makeFrontier(new AbortController().signal)
  expect([frontier.add(guide(2)), frontier.add(guide(1)), frontier.add(guide(2))]).toEqual([true, true, false])
  expect([frontier.next(), frontier.next(), frontier.next()]).toEqual([guide(2), guide(1), undefined])
  frontier.settle(guide(2), true)
  expect(frontier.add({ kind: 'wiki', id: 'CATEGORY/Two words / and "more"' })).toBe(true)
  expect(frontier.add(guide(2))).toBe(false)
  expect([frontier.next(), frontier.next()]).toEqual([{ kind: 'wiki', id: 'CATEGORY/Two words / and "more"' }, undefined])
})

test('records settled as kept are kept', () => {
  const frontier = makeFrontier(new AbortController().signal)
  for (const id of [1, 2, 3]) frontier.add(guide(id))
  frontier.add({ kind: 'guide-tags', id: '1' })
  frontier.settle(guide(1), true)
  frontier.settle(guide(2), false)
  frontier.settle({ kind: 'guide-tags', id: '1' }, true)
  expect([...frontier.kept()]).toEqual([guide(1), { kind: 'guide-tags', id: '1' }])
  expect([...frontier.kept('guide')]).toEqual([guide(1)])
})

test('a record settled without a request is queued again, once, at the end', () => {
  const frontier = makeFrontier(new AbortController().signal)
  for (const id of [1, 2]) frontier.add(guide(id))
  frontier.next()
  frontier.settle(guide(1), false)
  frontier.addAgain(guide(1))
  expect([frontier.next(), frontier.next(), frontier.next(), frontier.size()]).toEqual([guide(2), guide(1), undefined, 2])
})
