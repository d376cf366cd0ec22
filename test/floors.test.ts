import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as laws from './floors/laws.ts'
import { readSources } from './floors/source.ts'

const root = resolve(import.meta.dirname, '..')
const sources = readSources(root)

describe.each(Object.entries(laws))('the law of %s', (_name, law) => {
  test('holds for every file', () => {
    expect(law(sources)).toEqual([])
  })
})

test('the main sources are found', () => {
  expect(sources.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['astro.config.mjs', 'src/model/guide.ts', 'src/layouts/Page.astro']),
  )
})
