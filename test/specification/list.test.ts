import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { coveragePage } from '../../scripts/docs/coverage-page.ts'
import { ENDPOINTS, RECORDS } from './list/list.ts'
import { PARAMETER_ROWS } from './list/parameters.ts'
import { RULES } from './list/rules.ts'
import { WRITES } from './list/writes.ts'
import { factsFile, type Named, readFacts, readSpecification, specificationFile } from './specification.ts'

const endpoints = [...ENDPOINTS.map(({ endpoint }) => endpoint), ...Object.values(WRITES).flat()]
const parameters = PARAMETER_ROWS.map(({ parameter }) => parameter)
const fields = RECORDS.flatMap(({ name, fields }) => Object.keys(fields).map((field) => `${name} ${field}`))
const rules = RULES.map(({ rule }) => rule)

const file = specificationFile()
if (!file) console.warn('The list is not held against the specification: it does not lie beside this checkout. Set SPEC to its file.')

/** Both texts together, each name once. Lists in a text are named as `steps[]`; the list of this project says `steps`. */
function texts(specification: string): Named {
  const [spec, facts] = [readSpecification(specification), readFacts(factsFile(specification))]
  const both = (of: keyof Named) => [...new Set([...spec[of], ...facts[of]].map((name) => name.replaceAll('[]', '')))]
  const [endpoints = [], parameters = [], fields = [], rules = [], words = []] = (
    ['endpoints', 'parameters', 'fields', 'rules', 'words'] as const
  ).map(both)
  return { parts: spec.parts, endpoints, parameters, fields, rules, words }
}

describe.runIf(file)('the list and the specification name the same', () => {
  let named: Named
  beforeAll(() => {
    named = texts(file ?? '')
  })

  test.each([
    ['endpoints', endpoints, 140],
    ['parameters', parameters, 30],
    ['fields', fields, 300],
  ] as const)('%s', (kind, ours, least) => {
    expect(named[kind].length).toBeGreaterThan(least)
    expect([...ours].sort()).toEqual([...named[kind]].sort())
  })

  test('namespaces, statuses and limits', () => {
    expect(named.rules.length).toBeGreaterThan(15)
    expect(named.rules.filter((rule) => !rules.includes(rule))).toEqual([])
    const tabled = rules.filter((rule) => /^(Namespaces|Errors|Limits) /.test(rule))
    expect(tabled.filter((rule) => !named.rules.includes(rule))).toEqual([])
  })

  test('parts: each has a row, and no row is of a part that there is not', () => {
    const parts = [...RECORDS.flatMap(({ parts }) => parts), ...[...ENDPOINTS, ...RULES].map(({ part }) => part), ...Object.keys(WRITES)]
    const inside = (part: string) => parts.some((known) => known === part || known.startsWith(`${part}.`))
    expect(named.parts.filter((part) => !inside(part))).toEqual([])
    expect(parts.filter((part) => part !== 'facts' && !named.parts.includes(part))).toEqual([])
  })

  test('words in code type, wherever they stand in a text: each is a field, a parameter, or a value', () => {
    const known = new Set([...fields, ...parameters].flatMap((name) => name.split(/[ .?]/)))
    expect(named.words.filter((word) => !known.has(word) && !VALUES.includes(word))).toEqual([])
  })
})

/** Words in code type that are values of a field, or names of places in a path. */
const VALUES = 'content embed guide wiki step public finished tag video false null resolved replies jp ja doctypes www'.split(' ')

test('nothing is named twice', () => {
  for (const names of [endpoints, parameters, fields]) expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('docs/coverage.md is what `npm run docs` writes, without an empty cell', () => {
  const page = readFileSync(new URL('../../docs/coverage.md', import.meta.url), 'utf8')
  expect(page).toBe(coveragePage())
  const rows = page.split('\n').filter((line) => line.startsWith('|'))
  expect(rows.length).toBeGreaterThan(endpoints.length + parameters.length + fields.length)
  expect(rows.filter((line) => /\| *\||_no: *_|`` /.test(line))).toEqual([])
})
