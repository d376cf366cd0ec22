import { expect, inject, test } from 'vitest'
import { benchbook } from '../benchbook.ts'
import { invalidIn } from '../html-validate.ts'
import { SWEEP } from '../sweep.ts'

/** Outside of the sweep five pages of a kind, which stand in the same folder. */
function isChosen(): (file: string) => boolean {
  const chosen = new Map<string, number>()
  return (file) => {
    const [kind = ''] = file.split('/')
    chosen.set(kind, (chosen.get(kind) ?? 0) + 1)
    return SWEEP || (chosen.get(kind) ?? 0) <= 5
  }
}

test('pages of the sample are valid', async () => {
  expect(await invalidIn(inject('siteFolder'), isChosen())).toEqual([])
})

test('the check of the site finds nothing', async () => {
  const { code, stdout } = await benchbook(['check', '--out', inject('siteFolder'), '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ findings: [] })
  expect(code).toBe(0)
})
