import { expect, inject, test } from 'vitest'
import { invalidIn } from '../html-validate.ts'
import { SWEEP } from '../sweep.ts'

/** Outside of the sweep five pages of a kind, which are in the same folder. */
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
