import { expect, test } from 'vitest'
import { isEmpty, readQuery, writeQuery } from '../../../src/search/page/query.ts'

test('a query comes back from its address', () => {
  const query = { text: 'lid & "hinge" +1', filters: { kind: ['guide'], category: ['A, B', 'C:d'] }, sort: 'title' as const }
  expect(readQuery(writeQuery(query))).toEqual(query)
})

test('an empty query leaves the address bare', () => {
  expect(writeQuery(readQuery(''))).toBe('')
  expect(isEmpty(readQuery('?q=+&sort=date'))).toBe(true)
})

test('what the address cannot mean is left aside', () => {
  expect(readQuery('?q=a&colour=red&sort=constructor&kind=&kind=guide&kind=guide')).toEqual({
    text: 'a',
    filters: { kind: ['guide'] },
    sort: 'relevance',
  })
})
