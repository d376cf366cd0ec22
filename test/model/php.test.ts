import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { oddityOf } from '../../src/model/lenient.ts'
import { bool, dictionary, id, int, langid, list, maybe, text, timestamp } from '../../src/model/php.ts'

const cases: [string, z.ZodType, [given: unknown, read: unknown][], unreadable: unknown[]][] = [
  [
    'text',
    text,
    [
      [false, ''],
      [null, ''],
      [undefined, ''],
      ['', ''],
      ['0', '0'],
      [7, '7'],
      ['kettle', 'kettle'],
    ],
    [true, [], {}],
  ],
  [
    'int',
    int,
    [
      [false, 0],
      [null, 0],
      [undefined, 0],
      ['', 0],
      ['12', 12],
      ['-3', -3],
      [4.9, 4],
      ['1.5', 1],
      [5, 5],
    ],
    ['twelve', true, [], {}, 1e300],
  ],
  [
    'langid',
    langid,
    [
      [null, ''],
      ['jp', 'jp'],
      ['zh-hant', 'zh-hant'],
      ['en_US', 'en_US'],
    ],
    ['English (US)', 'abcd', 'en-us-us', true, []],
  ],
  [
    'timestamp',
    timestamp,
    [
      [false, 0],
      [null, 0],
      [undefined, 0],
      ['', 0],
      [0, 0],
      [1400000000.25, 1400000000.25],
      ['1400000000.25', 1400000000.25],
    ],
    ['yesterday', true, [], 1e13, 'Infinity'],
  ],
  [
    'bool',
    bool,
    [
      [true, true],
      [1, true],
      ['1', true],
      ['true', true],
      [false, false],
      [0, false],
      ['0', false],
      ['', false],
      [null, false],
      [undefined, false],
    ],
    ['yes', 7, [], {}],
  ],
  [
    'id',
    id,
    [
      [12, 12],
      ['12', 12],
      ['-32', -32],
    ],
    [undefined, null, false, '', 1.5, 'twelve'],
  ],
  [
    'list',
    list(text),
    [
      [false, []],
      [null, []],
      [undefined, []],
      ['', []],
      [{}, []],
      [
        ['a', false],
        ['a', ''],
      ],
      [{ 0: 'a', 2: 'c' }, ['a', 'c']],
    ],
    ['text', 5, true],
  ],
  [
    'maybe',
    maybe(z.looseObject({ a: int })),
    [
      [false, null],
      [null, null],
      ['', null],
      [[], null],
      [
        { a: '1', b: 2 },
        { a: 1, b: 2 },
      ],
    ],
    ['text', 5, [1], true],
  ],
  [
    'dictionary',
    dictionary(text),
    [
      [false, {}],
      [null, {}],
      [[], {}],
      [
        { a: false, b: 'c' },
        { a: '', b: 'c' },
      ],
    ],
    ['text', 5, ['a']],
  ],
]

describe.each(cases)('%s', (name, schema, readable, unreadable) => {
  test.each(readable)('%j is read as %j', (given, read) => {
    expect(schema.parse(given)).toEqual(read)
  })
  if (unreadable.length > 0)
    test.each(unreadable.map((given) => [given]))(
      name === 'id' ? '%j is a problem' : '%j is as if it were not there, and is told',
      (given) => {
        if (name === 'id') return expect(schema.safeParse(given).success).toBe(false)
        expect(schema.parse(given)).toEqual(schema.parse(undefined))
        expect(oddityOf(schema, given)).toMatch(/^\w[\w ]*$/)
      },
    )
})

test('an absent key of a record is read like a false one', () => {
  expect(z.looseObject({ title: text, steps: list(text), image: maybe(z.looseObject({})), exif: dictionary(text) }).parse({})).toEqual({
    title: '',
    steps: [],
    image: null,
    exif: {},
  })
})
