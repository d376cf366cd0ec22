import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { metricsHere, scrape } from './scrape.ts'

const page = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8')

/** The names and types of all metrics that a command of ours may have. */
async function ours(): Promise<[name: string, type: string][]> {
  const { meter, url } = await metricsHere()
  meter.crawl({}, true)
  meter.build({})
  meter.serving()
  return [...(await scrape(url)).values()].flatMap(({ name, type }) => (name.startsWith('benchbook_') ? [[name, type]] : []))
}

test('docs/metrics.md has every metric, and no other', async () => {
  const rows = Array.from(page.matchAll(/^\| `(benchbook_\w+)` \| (\w+) \|/gm), ([, name = '', type = '']) => [name, type])
  expect(rows.toSorted()).toEqual((await ours()).toSorted())
})

test('the files in it are YAML, and each alert asks for metrics and labels that there are', async () => {
  const [scraping, alerting] = Array.from(page.matchAll(/^```yaml\n(.+?)^```/gms), ([, text = '']) => parse(text) as unknown)
  expect(scraping).toMatchObject({
    scrape_configs: [{ job_name: 'benchbook', static_configs: [{ targets: expect.any(Array) as unknown }] }],
  })
  const { groups } = alerting as { groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[] }
  const rules = groups.flatMap((group) => group.rules)
  expect(rules).toHaveLength(4)
  const names = (await ours()).map(([name]) => name)
  for (const { alert, expr, annotations } of rules) {
    const named = expr.match(/benchbook_\w+/g) ?? []
    expect(named.length, alert).toBeGreaterThan(0)
    for (const name of named) expect(names).toContain(name)
    expect(annotations.summary).toMatch(/\.$/)
  }
})
