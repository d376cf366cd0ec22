import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type DriftWatch, driftWatch } from '../../src/crawl/report/drift.ts'
import { CRAWLED_LISTS } from '../../src/crawl/endpoints.ts'
import { parse } from '../../src/model/parse.ts'
import { differencesBeside, isUnderstood, type Mutation, mutationsOf, sampleList, sampleRecords, sampleSingle } from '../model/mutations.ts'
import { type ListName, LISTS, RECORD_KINDS, type RecordKind, RECORDS } from '../../src/model/resources.ts'

/** Fields that a record requires. */
const NEEDED = /^(guide\.(guideid|steps)|wiki\.title|user\.userid|hierarchy\.hierarchy|list .*\[\]\.(guideid|teamid|userid|commentid))$/

/** The content of these is unspecified. */
const FREE = /^image\.exif\[\]$/

/** An object without a name takes its title and text from another field. */
const NAMED = /^wiki\.(category_lists\[\]|maintenance_schedule\.schedules|(diagrams|maintenance_schedule|suppliers)\[\]\.)/

/** Other forms of the same that services use. */
const FORMS: readonly [RegExp, (value: unknown) => boolean][] = [
  [/^site\.logo$|\.flags\[\]$/, (value) => typeof value === 'string'],
  [/\.flags\[\]$|^site\.guide-types\[\]$/, (value) => typeof value === 'object'],
  [/\.flags\[\]\.image$/, (value) => typeof value === 'object'],
  [/\.author$/, (value) => typeof value === 'string' || typeof value === 'number'],
  [
    /\.(ancestors|children|linked_wikis|related_wikis|diagrams|maintenance_schedule|suppliers)\[\]$|^wiki\.category_lists\[\]\.\w+\[\]$/,
    (value) => typeof value === 'string',
  ],
  [/\.featured_guides\[\]$/, (value) => typeof value === 'number'],
  [
    /^wiki\.maintenance_schedule\.schedules\[\](\.triggers\[\])?$/,
    (value) => typeof value === 'string' || (typeof value === 'object' && !Array.isArray(value)),
  ],
]

const areKeysData = (kind: string) => (generic: string) =>
  kind === 'categories' ||
  (kind === 'hierarchy' && /^\.(hierarchy|display_titles)/.test(generic)) ||
  (kind === 'wiki' && generic === '.flags') ||
  (kind === 'image' && generic.startsWith('.exif'))

/** The path or one above it: nothing below an unknown key is examined. */
const isNamed = (paths: readonly string[], path: string): boolean =>
  paths.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`))

/** The problems with a mutated answer. */
function troublesOf(name: string, schema: z.ZodType, mutation: Mutation, look: (watch: DriftWatch) => void): string[] {
  const { path, generic, was, value, original, answer } = mutation
  const what = `${name}${generic} = ${JSON.stringify(value)} (was ${JSON.stringify(was).slice(0, 30)})`
  const [before, after] = [parse(schema, original), parse(schema, answer)]
  if (!before.ok || !after.ok) return [`${what} refuses the record`]
  const beside = NAMED.test(`${name}${generic}`) ? [] : differencesBeside(before.value, after.value, path)
  const watch = driftWatch()
  look(watch)
  const told = watch.found().map((drift) => drift.path)
  const isTold = isNamed(told, `${name}${generic}`)
  const isFine = isUnderstood(was, value) || FORMS.some(([at, isForm]) => at.test(`${name}${generic}`) && isForm(value))
  return [...beside.map((at) => `${what} changes ${at}`), ...(isTold || isFine ? [] : [`${what} is not told`])]
}

function tryAll(name: string, schema: z.ZodType, answers: readonly unknown[], look: (watch: DriftWatch, answer: unknown) => void): void {
  const mutations = [...mutationsOf(answers, areKeysData(name))].filter(
    ({ generic }) => !NEEDED.test(`${name}${generic}`) && !FREE.test(`${name}${generic}`),
  )
  expect(mutations.length).toBeGreaterThan(5)
  expect(mutations.flatMap((mutation) => troublesOf(name, schema, mutation, (watch) => look(watch, mutation.answer)))).toEqual([])
}

const SINGLE: readonly RecordKind[] = ['site', 'hierarchy', 'hierarchy-order', 'categories']

const READ_KINDS = RECORD_KINDS.flatMap((kind) => {
  const { schema } = RECORDS[kind]
  return schema ? [[kind, schema] as const] : []
})

describe('a field of any type loses only itself, and is reported', () => {
  test.each(READ_KINDS)('%s', (kind, schema) => {
    const answers = SINGLE.includes(kind) ? [sampleSingle(kind)] : sampleRecords(kind)
    tryAll(kind, schema, answers, (watch, answer) => watch.look({ kind, id: '1' }, answer))
  })

  test.each(CRAWLED_LISTS.filter((list) => list !== 'tags'))('an item of the list %s', (list: ListName) => {
    tryAll(`list ${list}[]`, LISTS[list].schema, sampleList(list), (watch, item) => watch.lookAtItem(list, 0, item))
  })
})
