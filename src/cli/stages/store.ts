import { flagOf, storeAccess } from '../../config.ts'
import type { Config } from '../../config/options.ts'
import { sentence, UsageError } from '../../errors.ts'
import { PRODUCT } from '../../product.ts'
import { StoreClient } from '../../store/client.ts'
import { nothingPushed, pruneStore } from '../../store/prune.ts'
import { type Pulled, pullCache } from '../../store/pull.ts'
import { type Pushed, pushCache } from '../../store/push.ts'
import { hasNews } from '../../store/working-copy.ts'
import { inFlags } from '../terminal/flags.ts'
import { bytesInWords, countOf, numberInWords, timeInWords } from '../terminal/words.ts'
import { conclude, print } from './outcome.ts'

/** Brings the store to what the folder holds. */
export async function push(config: Config, signal: AbortSignal): Promise<number> {
  const start = performance.now()
  const pushed = await pushTo(config, signal, config.replace)
  print([`${pushedInWords(pushed, config)} in ${timeInWords(performance.now() - start)}.`], config)
  return conclude({ push: { exitCode: 0, report: pushed } }, config)
}

/** Brings the folder to what the store holds. */
export async function pull(config: Config, signal: AbortSignal): Promise<number> {
  const start = performance.now()
  const pulled = await pullFrom(config, signal, config.replace)
  if (!pulled) throw nothingPushed(config.store)
  print([`${pulledInWords(pulled, config)} in ${timeInWords(performance.now() - start)}.`], config)
  return conclude({ pull: { exitCode: 0, report: pulled } }, config)
}

/** Removes from the store what its manifest does not name. */
export async function prune(config: Config, signal: AbortSignal): Promise<number> {
  const pruned = await pruneStore(storeOf(config, signal), config.graceHours * 3_600_000)
  const young = pruned.young > 0 ? ` ${pruned.young} more are too young (${flagOf('graceHours')}).` : ''
  print(
    [`Removed ${pruned.removed} of ${countOf(pruned.objects, 'object')} from ${config.store}, ${bytesInWords(pruned.bytes)}.${young}`],
    config,
  )
  return conclude({ prune: { exitCode: 0, report: pruned } }, config)
}

/** A command's work on a working copy: pulled before, and pushed after a crawl, even if what follows the crawl fails. */
export async function withStored(config: Config, signal: AbortSignal, isCrawl: boolean, work: () => Promise<number>): Promise<number> {
  const pulled = await pullFrom(config, signal)
  if (!pulled && !isCrawl) throw nothingPushed(config.store)
  if (pulled) note(`${pulledInWords(pulled, config)}.`, config)
  const pushNews = async () => {
    if (isCrawl && hasNews(config.cache, config.store)) note(`${pushedInWords(await pushTo(config, signal), config)}.`, config)
  }
  const code = await work().catch(async (error: unknown) => {
    if (!signal.aborted) await pushNews().catch((other: unknown) => console.error(`benchbook: ${inFlags(sentence(other))}`))
    throw error
  })
  await pushNews()
  return code
}

function storeOf({ store, s3Endpoint }: Config, signal: AbortSignal): StoreClient {
  const { endpoint, ...keys } = storeAccess()
  if (!store)
    throw new UsageError(`No store is named. Add ${flagOf('store')} with its address, such as ${flagOf('store')} s3://bucket/prefix.`, {
      code: 'ERR_OPTION',
      option: 'store',
    })
  if (!keys.accessKeyId || !keys.secretAccessKey)
    throw new UsageError(`There are no keys for ${store}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`, { code: 'ERR_OPTION' })
  const address = (s3Endpoint || endpoint || `https://s3.${keys.region}.amazonaws.com`).replace(/\/$/, '')
  return new StoreClient({ url: store, endpoint: address, keys, signal })
}

const pushTo = async (config: Config, signal: AbortSignal, replace = false): Promise<Pushed> =>
  pushCache(storeOf(config, signal), { folder: config.cache, product: PRODUCT, replace, onNote: (text) => note(text, config) })

const pullFrom = async (config: Config, signal: AbortSignal, replace = false): Promise<Pulled | undefined> =>
  pullCache(storeOf(config, signal), { folder: config.cache, replace, onNote: (text) => note(text, config) })

/** On stderr: stdout has what the command itself prints. */
function note(text: string, { quiet, json }: Config): void {
  if (!quiet && !json) console.error(inFlags(text))
}

const pushedInWords = ({ files, changed, gone, objects }: Pushed, { store }: Config): string =>
  `Pushed to ${store}: ${numberInWords(changed)} of ${countOf(files, 'file')} changed, ${gone} removed, ${countOf(objects, 'object')} sent`

const pulledInWords = ({ files, fetched, gone, isNewer }: Pulled, { store, cache }: Config): string =>
  isNewer
    ? `Pulled nothing: ${cache} has a newer crawl than ${store}`
    : `Pulled from ${store}: ${numberInWords(fetched)} of ${countOf(files, 'file')} changed, ${gone} removed`
