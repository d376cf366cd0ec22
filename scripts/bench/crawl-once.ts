import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import '../../src/cli/small-heap.ts'
import { readConfig } from '../../src/config.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { PRODUCT, userAgent } from '../../src/product.ts'

/** The figures of one run, which its process prints as a line of JSON. */
export interface CrawlFigures {
  requests: number
  ms: number
  /** Of the whole process, user and system time. */
  cpuMs: number
  peakBytes: number
}

/**
 * Fetches guides and pictures into a new folder below another, which is kept: `crawl-once.ts HOW URL GUIDES PICTURES IN_FLIGHT FOLDER`. HOW
 * is `crawl`; or `bare`, which requests the same with undici alone and discards it; or `storing`, which writes each response to a file in the
 * simplest way.
 */
const [how, source = '', guides, pictures, concurrency, parent = ''] = process.argv.slice(2)
const folder = await mkdtemp(join(parent, 'fetched-'))

async function crawled(): Promise<number> {
  const config = readConfig({ source, cache: folder, concurrency, sizes: 'standard' }, {})
  const { counts, requests } = await crawl({ ...config, product: PRODUCT, userAgent: userAgent('') })
  const [got, shown] = [counts.guide?.fetched ?? 0, counts.picture?.fetched ?? 0]
  if (got !== Number(guides) || shown !== Number(pictures)) throw new Error(`Only ${got} guides and ${shown} pictures were fetched.`)
  return requests
}

const FOLDERS = 256

async function requested(isStoring: boolean): Promise<number> {
  const dispatcher = new Agent({ connections: Number(concurrency) })
  if (isStoring) for (let at = 0; at < FOLDERS; at++) mkdirSync(join(folder, String(at)))
  let next = 0
  const member = async () => {
    while (next < Number(guides) + Number(pictures)) {
      const index = next++
      const path = index < Number(guides) ? `/api/2.0/guides/${index + 1}` : `/media/${index - Number(guides)}.standard`
      const bytes = await (await request(source + path, { dispatcher })).body.bytes()
      if (isStoring) writeFileSync(join(folder, String(index % FOLDERS), String(index)), bytes)
    }
  }
  await Promise.all(Array.from({ length: Number(concurrency) }, member))
  await dispatcher.close()
  return next
}

const before = process.cpuUsage()
const start = performance.now()
const requests = await (how === 'crawl' ? crawled() : requested(how === 'storing'))
const ms = performance.now() - start
const { user, system } = process.cpuUsage(before)
const figures: CrawlFigures = { requests, ms, cpuMs: (user + system) / 1000, peakBytes: process.resourceUsage().maxRSS * 1024 }
console.log(JSON.stringify(figures))
