import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { PRODUCT, userAgent } from '../product.ts'
import '../young-heap.ts'
import { measure } from './figures.ts'

/** One crawl into a folder that goes afterwards: `crawl-once.ts URL GUIDES PICTURES IN_FLIGHT`. */
const [source, guides, pictures, concurrency] = process.argv.slice(2)
const cache = await mkdtemp(join(tmpdir(), 'benchbook-bench-'))
try {
  await measure(async () => {
    const config = readConfig({ source, cache, concurrency, sizes: 'standard' }, {})
    const { counts, requests } = await crawl({ ...config, product: PRODUCT, userAgent: userAgent('') })
    const [got, shown] = [counts.guide?.fetched ?? 0, counts.picture?.fetched ?? 0]
    if (got !== Number(guides) || shown !== Number(pictures)) throw new Error(`Only ${got} guides and ${shown} pictures were fetched.`)
    return requests
  })
} finally {
  await rm(cache, { recursive: true, force: true })
}
