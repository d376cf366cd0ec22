import { expect, test } from 'vitest'
import { readExposition, valueIn } from './exposition.ts'

const HISTOGRAM = '# TYPE h histogram\nh_bucket{le="1"} 2\nh_bucket{le="+Inf"} 3\nh_sum 4\nh_count 3\n'

test('what the format allows is read', () => {
  const text = `# HELP a_total How often, \\\\ and \\n\n# TYPE a_total counter\na_total{x="1",y="\\"\\\\\\n"} 2e3\na_total{x="2",y=""} +Inf 17\n\n# TYPE b gauge\nb -0.5\n${HISTOGRAM}`
  const families = readExposition(text)
  expect([...families.keys()]).toEqual(['a_total', 'b', 'h'])
  expect(valueIn(families, 'a_total', { y: '"\\\n', x: '1' })).toBe(2000)
  expect(valueIn(families, 'b')).toBe(-0.5)
  expect(valueIn(families, 'c')).toBeUndefined()
})

test.each([
  ['no end of the last line', '# TYPE a gauge\na 1'],
  ['a sample without a type', 'a 1\n'],
  ['a sample of another family', '# TYPE a gauge\nb 1\n'],
  ['a type that is none', '# TYPE a number\na 1\n'],
  ['a type twice', '# TYPE a gauge\n# TYPE a gauge\na 1\n'],
  ['a family in two places', '# TYPE a gauge\na{x="1"} 1\n# TYPE b gauge\nb 1\n# TYPE a gauge\na{x="2"} 1\n'],
  ['a help alone', '# HELP a words\n'],
  ['a series twice', '# TYPE a gauge\na{x="1",y="2"} 1\na{y="2",x="1"} 1\n'],
  ['a label twice', '# TYPE a gauge\na{x="1",x="2"} 1\n'],
  ['a label without quotes', '# TYPE a gauge\na{x=1} 1\n'],
  ['a quote in a label', '# TYPE a gauge\na{x="a"b"} 1\n'],
  ['a wrong escape', '# TYPE a gauge\na{x="\\t"} 1\n'],
  ['no number', '# TYPE a gauge\na undefined\n'],
  ['a hexadecimal number', '# TYPE a gauge\na 0x10\n'],
  ['a counter below nothing', '# TYPE a_total counter\na_total -1\n'],
  ['a counter that is no number', '# TYPE a_total counter\na_total NaN\n'],
  ['a name with a dash', '# TYPE a-b gauge\na-b 1\n'],
  ['buckets that fall', HISTOGRAM.replace('} 2', '} 5')],
  ['buckets without the last', HISTOGRAM.replace('h_bucket{le="+Inf"} 3\n', '')],
  ['a histogram whose count is another', HISTOGRAM.replace('h_count 3', 'h_count 4')],
  ['a histogram without a sum', HISTOGRAM.replace('h_sum 4\n', '')],
])('%s is refused', (_, text) => expect(() => readExposition(text)).toThrow())
