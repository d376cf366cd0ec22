import { expect, test } from 'vitest'
import { SiteFacts } from '../../src/crawl/site-facts.ts'

const item = (guideid: number, rest: object) => ({ guideid, title: 'x', ...rest })
const facts = (...items: unknown[]) => {
  const learnt = new SiteFacts('https://api.test/api/2.0', ['https://old.test'])
  for (const one of items) learnt.learn(one)
  return learnt
}

test('the origin of most guides comes first, then others, the source, and where it was', () => {
  const learnt = facts(
    item(1, { url: 'https://a.test/Guide/x/1' }),
    item(2, { url: 'https://b.test/Guide/x/2' }),
    item(3, { url: 'https://b.test/Guide/x/3' }),
  )
  expect(learnt.origins()).toEqual(['https://b.test', 'https://a.test', 'https://api.test', 'https://old.test'])
  for (const guideid of [4, 5]) learnt.learn(item(guideid, { url: 'https://a.test/' }))
  expect(learnt.origins()[0]).toBe('https://a.test')
})

test('a guide without a web address, and what is no guide, tell no origin', () => {
  const learnt = facts(
    item(1, { url: '/Guide/x/1' }),
    item(2, { url: 'ftp://b.test/' }),
    item(3, { url: 'https://[' }),
    item(4, { url: 'x https://c.test/' }),
    null,
    'x',
    {},
  )
  expect(learnt.origins()).toEqual(['https://api.test', 'https://old.test'])
})

test('the language of most guides is that of the site; without one it is English', () => {
  expect(facts(item(1, { locale: 'de' }), item(2, { locale: 'fr' }), item(3, { locale: 'fr' })).lang()).toBe('fr')
  expect(facts(item(1, {})).lang()).toBe('en')
})

test('tags are named where a list holds them, also none of them', () => {
  const learnt = facts(item(1, { tags: ['a'] }), item(2, { tags: [] }), item(3, {}))
  expect(['1', '2', '3', '4'].map((id) => learnt.namesTags({ kind: 'guide', id }))).toEqual([true, true, false, false])
})
