import { expect, test } from 'vitest'
import { missingWords } from '../../src/views/missing-words.ts'

const RECORD = {
  title: 'AT&amp;T 42',
  steps: [{ lines: [{ text_raw: 'raw', text_rendered: '<b>H</b>ello <a href="x">wörld</a>' }] }],
  flags: [{ title: 'Flag' }],
  featured_guides: [{ title: 'Another' }],
}

test.each([
  ['markup within words, on the page and in the record', '<h1>AT&amp;T 42</h1><p>He<wbr>llo w<mark>ör</mark>ld', []],
  [
    'words that are only parts of a script, a style or an attribute',
    '<h1>AT&amp;T</h1><script>Hello 42</script><i title="wörld">',
    ['42', 'Hello', 'wörld'],
  ],
])('%s', (_, html, missing) => {
  expect(missingWords(RECORD, html)).toEqual(missing)
})
