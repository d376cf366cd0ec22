import { expect, test } from 'vitest'
import { isEmpty, readQuery, writeQuery } from '../../../src/search/page/query.ts'
import { shownText } from '../../../src/search/page/view/shown.ts'

test('a query is restored from its address', () => {
  const query = { text: 'lid & "hinge" +1', filters: { kind: ['guide'], category: ['A, B', 'C:d'] }, sort: 'title' as const }
  expect(readQuery(writeQuery(query))).toEqual(query)
})

test('an empty query adds nothing to the address', () => {
  expect(writeQuery(readQuery(''))).toBe('')
  expect(isEmpty(readQuery('?q=+&sort=date'))).toBe(true)
})

test('invalid parts of the address are ignored', () => {
  expect(readQuery('?q=a&colour=red&sort=constructor&kind=&kind=guide&kind=guide')).toEqual({
    text: 'a',
    filters: { kind: ['guide'] },
    sort: 'relevance',
  })
})

const UNSEEN = ['%E2%80%8B', '%C2%AD', '%E2%81%A0', '%EF%BB%BF', '%E2%80%8E%20%E2%80%8B', '%00', '%E2%A0%80']
test.each(UNSEEN)('an invisible text is empty: ?q=%s', (text) => {
  const query = readQuery(`?q=${text}`)
  expect(query.text).toBe('')
  expect(isEmpty({ ...query, text: decodeURIComponent(text) })).toBe(true)
  expect(writeQuery({ ...query, text: decodeURIComponent(text) })).toBe('')
  expect(shownText(decodeURIComponent(text))).toBe('')
})

test('punctuation alone is a text, and invisible characters around a word are not shown', () => {
  expect(isEmpty(readQuery('?q=???'))).toBe(false)
  expect(shownText('???')).toBe('???')
  expect(shownText('\u200Bkettle \uFEFF')).toBe('kettle')
})
