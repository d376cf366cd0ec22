import { afterEach, expect, test, vi } from 'vitest'
import { KeptList, type ListedGuide } from '../../../src/components/shopping/kept-list.ts'

afterEach(() => void vi.unstubAllGlobals())

const guide = (guideid: string, path = `/g/guide/${guideid}/`): ListedGuide => ({ guideid, path, title: guideid, before: [], things: [] })
const ids = (list: KeptList) => list.guides.map(({ guideid }) => guideid)

function storage(stored?: string): Map<string, string> {
  const kept = new Map(stored === undefined ? [] : [['shopping list', stored]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  return kept
}

test.each([
  '',
  '{',
  'null',
  '7',
  '"text"',
  '[]',
  '{"guides":7,"got":7}',
  '{"guides":[null,{},{"guideid":"1","path":"/g/","title":"x","before":[],"things":[{}]}],"got":[null,{}]}',
  '{"guides":[{"guideid":"1","path":"/g/","title":"x","before":[{}],"things":[]}]}',
])('what others wrote in the place of the list is none, and can be written over: %j', (stored) => {
  storage(stored)
  const list = new KeptList('/g/')
  expect([ids(list), [...list.got]]).toEqual([[], []])
  list.put(guide('1'))
  list.turn('battery', true)
  expect([ids(new KeptList('/g/')), [...list.got]]).toEqual([['1'], ['battery']])
})

test('a guide is on the list once, in its place, with what it needs by now, in whatever language', () => {
  storage()
  const list = new KeptList('/g/')
  for (const id of ['1', '2']) list.put(guide(id))
  list.put({ ...guide('1', '/g/de/guide/1/'), title: 'eins' })
  expect(list.guides.map(({ title }) => title)).toEqual(['eins', '2'])
})

test('sites of one host have lists of their own in one place, which is left empty when nothing is on them', () => {
  const kept = storage()
  const [list, other] = [new KeptList('/g/'), new KeptList('/other/')]
  list.put(guide('1'))
  other.put(guide('1', '/other/guide/1/'))
  expect([ids(list), ids(other)]).toEqual([['1'], ['1']])
  list.take('1')
  expect([ids(list), ids(other)]).toEqual([[], ['1']])
  other.take()
  expect(kept.size).toBe(0)
  list.turn('battery', true)
  list.turn('battery', false)
  expect(kept.size).toBe(0)
})

test('what was taken off comes back in its place, beside what was put on the list since', () => {
  storage()
  const [list, other] = [new KeptList('/g/'), new KeptList('/g/')]
  for (const id of ['1', '2', '3']) list.put(guide(id))
  list.putBack(list.take('2'))
  expect(ids(list)).toEqual(['1', '2', '3'])
  const taken = list.take()
  for (const id of ['4', '2']) other.put(guide(id))
  list.putBack(taken)
  expect(ids(list)).toEqual(['1', '4', '3', '2'])
})

test('where the browser keeps nothing the list is known until the page is left', () => {
  const forbidden = () => {
    throw new Error('forbidden')
  }
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden })
  const list = new KeptList('/g/')
  expect(list.isKept).toBe(true)
  list.put(guide('1'))
  expect([ids(list), list.isKept]).toEqual([['1'], false])
  list.take('1')
  expect(ids(list)).toEqual([])
})
