import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RecordKey } from '../../../src/cache/layout.ts'
import type { Checked } from '../../../src/cache/checked.ts'
import { maxAgeDays, missingDays } from '../../../src/crawl/revalidate/age.ts'

const UNDATED = { isDated: false }
const MISSING: Checked = { name: '', at: 0, missing: 'gone' }

describe('no answer grows older than docs/crawling.md says', () => {
  test.for<[string, string, number, Omit<RecordKey, 'id'>, { isDated: boolean; missing?: Checked }?]>([
    ['a guide that no list names', 'guide that no list names', 7, { kind: 'guide' }],
    ['a wiki of a service that does not tell changes', 'wiki', 7, { kind: 'wiki' }],
    ['a wiki of a service that does', 'wiki', 30, { kind: 'wiki' }, { isDated: true }],
    ['tags of a guide', 'tags of a guide or wiki', 30, { kind: 'guide-tags' }],
    ['tags of a wiki', 'tags of a guide or wiki', 30, { kind: 'wiki-tags' }],
    ['a translation', 'translation', 14, { kind: 'guide', lang: 'de' }],
    ['a user', 'user, badges of a user', 30, { kind: 'user' }],
    ['badges of a user', 'user, badges of a user', 30, { kind: 'user-badges' }],
    ['members of a team', 'members of a team', 7, { kind: 'team-members' }],
    ['what was missing', 'what was gone or private', 7, { kind: 'user' }, { isDated: false, missing: MISSING }],
    ['an extra', 'extra', 30, { kind: 'guide-releases' }],
  ])('%s', async ([, row, days, key, seen = UNDATED]) => {
    const ages = Array.from({ length: 200 }, (_, id) => maxAgeDays({ ...key, id: String(id) }, seen))
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(days / 2)
    expect(Math.max(...ages)).toBeLessThanOrEqual(days)
    expect(new Set(ages.map(Math.floor)).size).toBe(Math.ceil(days / 2))
    expect(await worstCaseOf(row)).toContain(`${days} days`)
  })

  test('but of a guide in a list that dates it, at any age', () => {
    expect(maxAgeDays({ kind: 'guide', id: '1' }, { isDated: true })).toBe(Number.POSITIVE_INFINITY)
  })

  test.for(['site', 'hierarchy', 'hierarchy-order', 'categories', 'releases', 'wiki-titles'] as const)('%s, each night', (kind) => {
    expect(maxAgeDays({ kind, id: '' }, UNDATED)).toBe(0)
  })

  test.for<[refusals: number, nights: number]>([
    [1, 1],
    [2, 2],
    [3, 4],
    [9, 7],
  ])('what was refused %d times in a row, after %d nights at most', async ([refusals, nights]) => {
    // Two nights may be some hours less than two days apart.
    for (let id = 0; id < 200; id++) expect(missingDays({ refusals }, String(id))).toBeLessThan(nights)
    expect(await worstCaseOf('what was gone or private')).toContain('7 days')
    expect(await worstCaseOf('picture, video, document')).toContain('7 days')
  })
})

/** The last cell of a row of the rules' table. */
async function worstCaseOf(row: string): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../../docs/crawling.md'), 'utf8')
  return (
    text
      .split('\n')
      .find((line) => line.startsWith(`| ${row} `))
      ?.split(' | ')
      .at(-1) ?? ''
  )
}
