import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { PRODUCT, userAgent } from '../../src/product.ts'
import '../../src/cli/small-heap.ts'
import { measure } from './figures.ts'

/** One crawl into a new folder below another, which is kept: `crawl-once.ts URL GUIDES PICTURES IN_FLIGHT FOLDER`. */
const [source, guides, pictures, concurrency, folder = ''] = process.argv.slice(2)
const cache = await mkdtemp(join(folder, 'cache-'))
await measure(async () => {
  const config = readConfig({ source, cache, concurrency, sizes: 'standard' }, {})
  const { counts, requests } = await crawl({ ...config, product: PRODUCT, userAgent: userAgent('') })
  const [got, shown] = [counts.guide?.fetched ?? 0, counts.picture?.fetched ?? 0]
  if (got !== Number(guides) || shown !== Number(pictures)) throw new Error(`Only ${got} guides and ${shown} pictures were fetched.`)
  return requests
})
