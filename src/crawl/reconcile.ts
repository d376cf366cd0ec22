import type { RecordKey } from '../cache/layout.ts'
import { privacyNameOfItem } from '../cache/private-keys.ts'
import { isExtra } from '../model/extras.ts'
import { nameOf } from './endpoints.ts'
import type { CrawlParts } from './crawl-parts.ts'
import { keepStale } from './records.ts'
import { hasShrunk, type Shrinkage } from './lists/shrink.ts'
import { LIST_NAMES, type ListName, type RecordKind } from '../model/resources.ts'

/**
 * Handles records that the last finished crawl had and this one does not keep. They normally leave the cache, with a line in the report. If
 * a list shrank, or too many records of a kind disappeared at once, the service may be wrong about all of it: every record and list then
 * stays, as stale.
 */
export async function reconcile(parts: Omit<CrawlParts, 'discovery'>): Promise<void> {
  const { frontier, store, service, selection, reporter } = parts
  const { previous, revalidation, keptLists, withdrawn } = store
  const { counters, log, shrunk } = reporter
  if (!previous) return
  if (shrunk.length === 0 && !selection.part) shrunk.push(...(await shrunkKinds(parts)))
  for await (const key of previous.keys()) {
    if (frontier.isKept(key)) continue
    const url = service.urlOf(key)
    if (shrunk.length > 0 && !selection.withheld.has(nameOf(key))) {
      counters.keepStale(key.kind, withdrawn.get(nameOf(key)))
      await keepStale(parts, key, { url, tries: 0, reason: reasonOf(shrunk) })
      if (withdrawn.has(nameOf(key))) revalidation.failed(key)
    } else if (!withdrawn.has(nameOf(key))) {
      await log.settle(key, 'gone', { url, tries: 0, reason: whyNotKept(parts, key), change: 'removed' })
    }
  }
  if (shrunk.length > 0) for (const list of LIST_NAMES) keptLists.add(list)
}

/** Records that have pages of their own. */
const PAGE_KINDS: readonly RecordKind[] = ['guide', 'wiki', 'user']

/** Kinds of which too many records of the previous crawl are suddenly gone or private. A record marked private is not an error. */
async function shrunkKinds({ store, selection, options }: Pick<CrawlParts, 'store' | 'selection' | 'options'>): Promise<Shrinkage[]> {
  const { previous, withdrawn } = store
  const counts = new Map<RecordKind, { before: number; lost: number }>()
  for await (const key of previous?.keys() ?? []) {
    if (key.lang || !PAGE_KINDS.includes(key.kind)) continue
    const { before, lost } = counts.get(key.kind) ?? { before: 0, lost: 0 }
    const isLost = withdrawn.has(nameOf(key)) && !selection.withheld.has(nameOf(key))
    counts.set(key.kind, { before: before + 1, lost: lost + Number(isLost) })
  }
  return [...counts].flatMap(([list, { before, lost }]) =>
    hasShrunk(before - lost, before, options.allowShrink) ? { of: 'records' as const, list, items: before - lost, before } : [],
  )
}

/**
 * Removes from lists the items that only their own answers have shown to be private, and comments on them. The steps of a record that was
 * not requested are unknown: a comment on a step or wiki that no kept record has may be about one of those.
 */
export async function stripLists({ selection, store, reporter }: Pick<CrawlParts, 'selection' | 'store' | 'reporter'>): Promise<void> {
  const { withheld } = selection
  const isPrivate = (list: ListName, item: unknown) =>
    list === 'comments' ? reporter.comments.mayBeOn(withheld, item) : withheld.has(privacyNameOfItem(list, item) ?? '')
  const lists = withheld.size > 0 ? [...store.keptLists].filter((list) => /^(?:comments|guides|wikis)/.test(list)) : []
  for (const list of lists) await store.writer.stripList(list, (item) => !isPrivate(list, item))
}

function whyNotKept({ service, selection }: Pick<CrawlParts, 'service' | 'selection'>, { kind, lang }: RecordKey): string {
  if (lang && !service.languages.wants(lang)) return 'Its language is not among those of `lang`.'
  return isExtra(kind) && !selection.extras.has(kind) ? 'It is not among those of `extra`.' : 'Nothing names it any more.'
}

const reasonOf = (shrunk: readonly Shrinkage[]): string =>
  `Nothing leaves the cache while there is less than allowed (${shrunk.map(({ list }) => list).join(', ')}).`
