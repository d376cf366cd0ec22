import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { BuildHooks } from '../../src/build.ts'
import { valueIn } from './exposition.ts'
import { metricsHere, scrape } from './scrape.ts'

test('the stage at work, its time and its pages follow the progress, and then the result', async () => {
  const { meter, url } = await metricsHere()
  const told: unknown[] = []
  const { hooks, end } = meter.build({ onProgress: (progress) => told.push(progress) })
  const tell = (progress: Parameters<NonNullable<BuildHooks['onProgress']>>[0]) => hooks.onProgress?.(progress)
  tell({ stage: 'pages', done: 3, known: 9, kept: 1 })
  await sleep(60)
  const first = await scrape(url)
  expect(valueIn(first, 'benchbook_build_stage', { stage: 'pages' })).toBe(1)
  expect(valueIn(first, 'benchbook_build_stage_seconds', { stage: 'pages' })).toBeGreaterThan(0.05)
  expect(valueIn(first, 'benchbook_build_pages', { state: 'rendered' })).toBe(2)
  expect(valueIn(first, 'benchbook_build_pages', { state: 'kept' })).toBe(1)
  tell({ stage: 'search', done: 4 })
  const second = await scrape(url)
  expect(valueIn(second, 'benchbook_build_stage', { stage: 'pages' })).toBe(0)
  expect(valueIn(second, 'benchbook_build_stage', { stage: 'search' })).toBe(1)
  expect(valueIn(second, 'benchbook_build_stage_done', { stage: 'search' })).toBe(4)
  expect(valueIn(second, 'benchbook_build_stage_known', { stage: 'search' })).toBeUndefined()
  expect(valueIn(second, 'benchbook_build_stage_known', { stage: 'pages' })).toBe(9)
  end({ pages: 9, keptPages: 4, stagesMs: { pages: 1500, search: 250, api: 0, media: 0, social: 0, hosts: 0 } })
  const last = await scrape(url)
  expect(last.get('benchbook_build_stage')?.samples.map(({ value }) => value)).toEqual([0, 0, 0, 0, 0, 0])
  expect(valueIn(last, 'benchbook_build_stage_seconds', { stage: 'pages' })).toBe(1.5)
  expect(valueIn(last, 'benchbook_build_pages', { state: 'rendered' })).toBe(5)
  expect(told).toHaveLength(2)
})
