import { expect, test } from 'vitest'
import { isEmpty, readQuery, writeQuery } from '../../../src/search/page/query.ts'
import { shownText } from '../../../src/search/page/view/shown.ts'

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

const UNSEEN = ['%E2%80%8B', '%C2%AD', '%E2%81%A0', '%EF%BB%BF', '%E2%80%8E%20%E2%80%8B', '%00', '%E2%A0%80']
test.each(UNSEEN)('a text that nobody sees is no text: ?q=%s', (text) => {
  const query = readQuery(`?q=${text}`)
  expect(query.text).toBe('')
  expect(isEmpty({ ...query, text: decodeURIComponent(text) })).toBe(true)
  expect(writeQuery({ ...query, text: decodeURIComponent(text) })).toBe('')
  expect(shownText(decodeURIComponent(text))).toBe('')
})

test('signs alone are a text, and a word is shown without what nobody sees around it', () => {
  expect(isEmpty(readQuery('?q=???'))).toBe(false)
  expect(shownText('???')).toBe('???')
  expect(shownText('\u200Bkettle \uFEFF')).toBe('kettle')
})
