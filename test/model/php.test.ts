import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { driftWatch } from '../../src/crawl/report/drift.ts'
import { flagSchema } from '../../src/model/guide.ts'
import { categoryTreeSchema } from '../../src/model/hierarchy.ts'
import { oddityOf } from '../../src/model/lenient.ts'
import { bool, dictionary, id, ifThere, int, langid, list, maybe, text, timestamp, wholeList } from '../../src/model/php.ts'
import { person } from '../../src/model/user.ts'
import { wikiSchema } from '../../src/model/wiki.ts'

/** How PHP represents the absence of a value. */
const NOTHING = [undefined, null, false, '']
const same = (...values: unknown[]): [unknown, unknown][] => values.map((value) => [value, value])
const as = (read: unknown, ...given: unknown[]): [unknown, unknown][] => given.map((value) => [value, read])

const cases: [string, z.ZodType, [given: unknown, read: unknown][], unreadable: unknown[]][] = [
  ['text', text, [...as('', ...NOTHING), ...same('0', 'kettle'), [7, '7']], [true, [], {}]],
  ['int', int, [...as(0, ...NOTHING), ['12', 12], ['-3', -3], [4.9, 4], ['1.5', 1], ...same(5)], ['twelve', true, [], {}, 1e300]],
  ['langid', langid, [...as('', null), ...same('jp', 'zh-hant', 'en_US')], ['English (US)', 'abcd', 'en-us-us', true, []]],
  [
    'timestamp',
    timestamp,
    [...as(0, ...NOTHING), ...same(0), ...as(1400000000.25, 1400000000.25, '1400000000.25')],
    ['yesterday', true, [], 1e13, 'Infinity'],
  ],
  ['bool', bool, [...as(false, ...NOTHING, 0, '0'), ...as(true, true, 1, '1', 'true')], ['yes', 7, [], {}]],
  ['id', id, [...as(12, 12, '12'), ...as(-32, '-32')], [undefined, null, false, '', 1.5, 'twelve']],
  [
    'list',
    list(text),
    [...as([], ...NOTHING, {}), ...as(['a', ''], ['a', false]), ...as(['a', 'c'], { 0: 'a', 2: 'c' })],
    ['text', 5, true],
  ],
  [
    'maybe',
    maybe(z.looseObject({ a: int })),
    [...as(null, ...NOTHING, []), ...as({ a: 1, b: 2 }, { a: '1', b: 2 })],
    ['text', 5, [1], true],
  ],
  ['dictionary', dictionary(text), [...as({}, ...NOTHING, []), ...as({ a: '', b: 'c' }, { a: false, b: 'c' })], ['text', 5, ['a']]],
]

describe.each(cases)('%s', (name, schema, readable, unreadable) => {
  test.each(readable)('%j is read as %j', (given, read) => {
    expect(schema.parse(given)).toEqual(read)
  })
  test.each(unreadable.map((given) => [given]))(name === 'id' ? '%j is a problem' : '%j counts as missing, and is reported', (given) => {
    if (name === 'id') return expect(schema.safeParse(given).success).toBe(false)
    expect(schema.parse(given)).toEqual(schema.parse(undefined))
    expect(oddityOf(schema, given)).toMatch(/^\w[\w ]*$/)
  })
})

test('an absent key of a record is read like a false one', () => {
  expect(z.looseObject({ title: text, steps: list(text), image: maybe(z.looseObject({})), exif: dictionary(text) }).parse({})).toEqual({
    title: '',
    steps: [],
    image: null,
    exif: {},
  })
})

const HALF = 'half \ud800'
const WHOLE = 'half \ufffd'

test.each([
  ['a list of texts', list(text), [HALF, 'b'], [WHOLE, 'b']],
  ['a list of texts that the record needs', wholeList(text), [HALF], [WHOLE]],
  ['a list that may be absent', ifThere(list(text)), [HALF], [WHOLE]],
  ['a text that may be absent', ifThere(text), HALF, WHOLE],
  ['an object that has such a text', list(z.looseObject({ title: text })), [{ title: HALF }], [{ title: WHOLE }]],
  ['a choice of forms', list(z.union([z.looseObject({ tag: text }), text])), [HALF, { tag: HALF }], [WHOLE, { tag: WHOLE }]],
  ['bare names of relatives', wikiSchema.shape.children, [HALF], [{ title: WHOLE, display_title: '', namespace: '' }]],
  ['bare names of flags', list(flagSchema), [HALF], [{ flagid: WHOLE, title: '', text: '' }]],
  ['a bare name of a person', person, HALF, { username: WHOLE }],
  ['titles of a tree', categoryTreeSchema, { [HALF]: null }, { [WHOLE]: {} }],
] as [string, z.ZodType, unknown, unknown][])('half a character loses only itself, not what contains it: %s', (_, schema, given, read) => {
  expect(schema.parse(given)).toMatchObject(read as object)
})

test('half a character in a list is reported, though it is repaired', () => {
  const watch = driftWatch()
  watch.look({ kind: 'wiki', id: 'CATEGORY/Kettle' }, { title: 'Kettle', tags: [HALF], available_langids: ['en'] })
  expect(watch.found()).toMatchObject([{ path: 'wiki.tags[]', odd: 'half a character', count: 1 }])
})
