import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { optionsPage } from '../../scripts/docs/options-table.ts'
import type { OptionSpec } from '../../src/config/option.ts'
import { type OptionName, OPTIONS } from '../../src/config/options.ts'
import { flagOf, variableOf } from '../../src/config.ts'

test('docs/options.md is what `npm run docs` writes', () => {
  expect(readFileSync(new URL('../../docs/options.md', import.meta.url), 'utf8')).toBe(optionsPage())
})

test('every option has one row, with its variable and, unless it comes from the environment only, its flag', () => {
  const page = optionsPage()
  for (const name of Object.keys(OPTIONS) as OptionName[]) {
    const rows = page.split('\n').filter((line) => line.includes(`\`${variableOf(name)}\``))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.includes(flagOf(name))).toBe((OPTIONS[name] as OptionSpec).value !== null)
  }
})
