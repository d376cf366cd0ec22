import { flagOf } from '../../config.ts'
import type { Config } from '../../config/options.ts'
import { isBenchbookError, sentence } from '../../errors.ts'
import * as stored from '../../library/stored-cache.ts'
import { nothingPushed } from '../../store/prune.ts'
import type { Pulled } from '../../store/pull.ts'
import type { Pushed } from '../../store/push.ts'
import { hasNews } from '../../store/working-copy.ts'
import { inFlags } from '../terminal/flags.ts'
import { bytesInWords, countOf, numberInWords, timeInWords } from '../terminal/words.ts'
import { conclude, outcomeOf, print } from './outcome.ts'

/** Updates the store from the folder. */
export async function push(config: Config, signal: AbortSignal): Promise<number> {
  const start = performance.now()
  const pushed = await stored.pushStored(config, hooksOf(config, signal))
  print([`${pushedInWords(pushed, config)} in ${timeInWords(performance.now() - start)}.`], config)
  return conclude({ push: outcomeOf(0, pushed) }, config)
}

/** Updates the folder from the store. */
export async function pull(config: Config, signal: AbortSignal): Promise<number> {
  const start = performance.now()
  const pulled = await stored.pullStored(config, hooksOf(config, signal))
  print([`${pulledInWords(pulled, config)} in ${timeInWords(performance.now() - start)}.`], config)
  return conclude({ pull: outcomeOf(0, pulled) }, config)
}

/** Removes from the store what its manifest does not reference. */
export async function prune(config: Config, signal: AbortSignal): Promise<number> {
  const pruned = await stored.pruneStored(config, { signal })
  const { removed, objects, bytes, young } = pruned
  const rest = young > 0 ? ` ${young} more are too young (${flagOf('graceHours')}).` : ''
  print([`Removed ${removed} of ${countOf(objects, 'object')} from ${config.store}, ${bytesInWords(bytes)}.${rest}`], config)
  return conclude({ prune: outcomeOf(0, pruned) }, config)
}

/** What a command does with its working copies. */
interface Uses {
  isCrawl: boolean
  /** The folders of the sites that it reads. */
  reads: readonly string[]
  /** The folder of the site that it builds. */
  builds: string | undefined
}

type Work = (signal: AbortSignal) => Promise<number>

/**
 * Runs a command on working copies: pulled before, and pushed after a crawl or build, the crawl even if a later step fails. A crawl reserves the
 * store.
 */
export async function withStored(config: Config, signal: AbortSignal, uses: Uses, work: Work): Promise<number> {
  const lease = uses.isCrawl ? await stored.leaseStored(config, hooksOf(config, signal)) : undefined
  if (!lease) return onCopies(config, signal, uses, work)
  try {
    return await onCopies(config, AbortSignal.any([signal, lease.lost]), uses, work)
  } catch (error) {
    // The work may take it for an interruption.
    if (!signal.aborted) lease.lost.throwIfAborted()
    throw error
  } finally {
    await lease.release()
  }
}

async function onCopies(config: Config, signal: AbortSignal, { isCrawl, reads, builds }: Uses, work: Work): Promise<number> {
  const hooks = hooksOf(config, signal)
  const kept = { ...config, replace: false }
  const pulled = await stored.pullIfPushed(kept, hooks)
  if (!pulled && !isCrawl) throw nothingPushed(config.store)
  if (pulled) note(`${pulledInWords(pulled, config)}.`, config)
  let hasUnfinished = isCrawl && (await pullLeft(config, hooks))
  let isDamaged = false
  for (const out of config.storeSite ? reads : []) {
    const site = await stored.pullMissingSite(config, out, hooks).catch((error: unknown) => {
      isDamaged = out === builds && isBenchbookError(error) && error.code === 'ERR_STORE_DAMAGED'
      if (!isDamaged) throw error
      note(`${sentence(error)} All pages are rendered.`, config)
    })
    if (site) note(`${pulledInWords(site, config)}: ${out}.`, config)
  }
  const pushNews = async () => {
    if (!isCrawl || !hasNews(config.cache, config.store)) return
    note(`${pushedInWords(await stored.pushStored(kept, hooks), config)}.`, config)
    if (hasUnfinished) await stored.forgetStoredUnfinished(config, hooks)
  }
  const stopSending = isCrawl ? stored.sendUnfinished(config, hooks) : () => Promise.resolve(false)
  const code = await work(signal)
    .finally(async () => {
      if (await stopSending()) hasUnfinished = true
    })
    .catch(async (error: unknown) => {
      if (!signal.aborted) await pushNews().catch((other: unknown) => console.error(`benchbook: ${inFlags(sentence(other))}`))
      throw error
    })
  await pushNews()
  const site =
    config.storeSite && builds !== undefined ? await stored.pushStoredSite({ ...config, replace: isDamaged }, builds, hooks) : undefined
  if (site) note(`${pushedInWords(site, config)}: ${builds}.`, config)
  return code
}

/** Pulls what another machine has left of its crawl; false if there is nothing. */
async function pullLeft(config: Config, hooks: stored.StoreHooks): Promise<boolean> {
  try {
    const files = await stored.pullStoredUnfinished(config, hooks)
    if (files > 0) note(`Pulled ${countOf(files, 'file')} of an unfinished crawl from ${config.store}: it is continued.`, config)
    return files > 0
  } catch (error) {
    if (!isBenchbookError(error) || error.code !== 'ERR_STORE_DAMAGED') throw error
    note(`${sentence(error)} The crawl begins anew.`, config)
    return true
  }
}

const hooksOf = (config: Config, signal: AbortSignal): stored.StoreHooks => ({ signal, onNote: (text) => note(text, config) })

/** To stderr: stdout contains the command's own output. */
function note(text: string, { quiet, json }: Config): void {
  if (!quiet && !json) console.error(inFlags(text))
}

const pushedInWords = ({ files, changed, gone, objects }: Pushed, { store }: Config): string =>
  `Pushed to ${store}: ${numberInWords(changed)} of ${countOf(files, 'file')} changed, ${gone} removed, ${countOf(objects, 'object')} sent`

const pulledInWords = ({ files, fetched, gone, isNewer }: Pulled, { store, cache }: Config): string =>
  isNewer
    ? `Pulled nothing: ${cache} has a newer crawl than ${store}`
    : `Pulled from ${store}: ${numberInWords(fetched)} of ${countOf(files, 'file')} changed, ${gone} removed`
