import { expect, onTestFinished } from 'vitest'
import { type RunningMetrics, startMetrics } from '../../src/metrics/start-metrics.ts'
import { type Family, readExposition } from './exposition.ts'

/** Metrics on a free port until the test ends. */
export async function metricsHere(): Promise<RunningMetrics> {
  const running = await startMetrics({ host: '127.0.0.1', port: 0, command: 'crawl', version: '1.2.3' })
  onTestFinished(running.close)
  return running
}

/** Asks as Prometheus does, reads strictly, and holds our own metrics to the conventions for names. */
export async function scrape(url: string): Promise<Map<string, Family>> {
  const answer = await fetch(url, { headers: { accept: 'text/plain;version=0.0.4;q=1,*/*;q=0.1' } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const families = readExposition(await answer.text())
  for (const { name, help, type, samples } of families.values()) {
    if (!name.startsWith('benchbook_')) continue
    expect(name, name).toMatch(/^benchbook_[a-z]+(?:_[a-z]+)*$/)
    expect(name.endsWith('_total'), name).toBe(type === 'counter')
    expect(name, name).not.toMatch(/_(?:ms|milliseconds|kb|mb|percent)(?:_|$)/)
    expect(help, name).toMatch(/^.+\.$/)
    expect(samples.length, name).toBeLessThan(200)
  }
  return families
}
