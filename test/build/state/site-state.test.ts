import { expect, test } from 'vitest'
import { decodeState, encodeState } from '../../../src/build/state/site-state.ts'

const PART = { dependencies: [0], mediaLookups: [7, 9] }
const document = { path: '/guide/1/', image: '', folder: 'en-1/', number: 0 }
const STATE = {
  inputs: 'options',
  files: 'digest',
  questions: [['["record","guide","1"]', 'mark']],
  mediaMarks: [[7, 'mark']],
  media: ['media/3f/a.jpg'],
  pages: [['guide/1/index.html', '', true, [0], [0], Buffer.from(Uint32Array.from([7, 9]).buffer).toString('base64')]],
  stamps: [['guide/1/index.html', 12, 1.5]],
  search: {
    documents: [['guide 1', [[0], ''], document]],
    media: ['media/3f/a.jpg'],
    index: { entries: [{ folder: 'en-1/' }], heads: ['heads.bin'], words: [], titles: {} },
  },
}
const encoded = { ...STATE, questions: STATE.questions.flat(), mediaMarks: STATE.mediaMarks.flat() }

test('a state is what was written', () => {
  const state = decodeState(encoded)
  expect(state?.pages).toEqual(new Map([['guide/1/index.html', { given: '', isPage: true, media: [0], ...PART }]]))
  expect(JSON.parse(JSON.stringify(state && encodeState(state)))).toEqual(encoded)
})

test.each<[string, object]>([
  ['media', { media: ['../../evil.jpg'] }],
  ['media from the root', { media: ['/etc/passwd'] }],
  ['pages', { pages: [['../planted.html', '', true, [], [], '']] }],
  ['stamps', { stamps: [['guide/../../planted.html', 1, 1]] }],
  ['media of results', { search: { ...STATE.search, media: ['..'] } }],
  ['heads', { search: { ...STATE.search, index: { ...STATE.search.index, heads: ['../../heads'] } } }],
  ['folders of indexes', { search: { ...STATE.search, index: { ...STATE.search.index, entries: [{ folder: '../' }] } } }],
  ['folders of documents', { search: { ...STATE.search, documents: [['a', null, { ...document, folder: '../x' }]] } }],
  ['pages that are no list', { pages: 'all' }],
])('a state with %s outside of the site is none', (_, changed) => {
  expect(decodeState({ ...encoded, ...changed })).toBeUndefined()
})
