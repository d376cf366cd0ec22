import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
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

test('what is invalid is found', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchbook-invalid-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(
    join(folder, 'x.html'),
    '<!DOCTYPE html><html lang="en"><head><title>x</title></head><body><p><div></div></p><b id="a"></b><b id="a"></b></body></html>',
  )
  const errors = (await invalidIn(folder)).join('\n')
  expect(errors).toContain('no-dup-id')
  expect(errors).toContain('close-order')
})
