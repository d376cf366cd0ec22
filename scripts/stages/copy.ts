import type { Config } from '../../src/config/options.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { PRODUCT, userAgent } from '../../src/product.ts'
import type { SharedHooks } from '../../src/queue/progress.ts'
import type { SharedCrawl } from '../../src/queue/shared-crawl.ts'
import type { Leading } from './shared-store.ts'

/** Copies the service: by this process alone, or as one of several workers. */
export async function copy(
  config: Config,
  hooks: SharedHooks,
  signal: AbortSignal,
  leading: Leading,
): Promise<Pick<SharedCrawl, 'result'> & { shared?: Omit<SharedCrawl, 'result'> }> {
  const options = { ...config, product: PRODUCT, userAgent: userAgent(config.contact), signal }
  if (!config.queue) return { result: await crawl(options, hooks) }
  const { crawlTogether } = await import('../../src/queue/shared-crawl.ts')
  const store = config.store ? (await import('./shared-store.ts')).sharedStore(config, leading) : undefined
  const { result, ...shared } = await crawlTogether(config.queue, options, hooks, store ? { store } : { onFinished: leading.onFinished })
  return { result, shared }
}
