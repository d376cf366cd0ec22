import { RequestError } from '../../errors.ts'
import { nameOf, TREE_KINDS } from '../endpoints.ts'
import type { References } from '../references/references.ts'
import type { CrawlParts } from '../crawl-parts.ts'
import { hasShrunk, type Shrinkage } from './shrink.ts'
import { readStored } from '../stored.ts'
import type { RecordKind } from '../../model/resources.ts'
import type { RecordKey } from '../../cache/layout.ts'

/** Records that have pages of their own. */
const PAGE_KINDS: readonly RecordKind[] = ['guide', 'wiki', 'user']

/** A category tree with too few categories, or `undefined` for none, counts as a failure: the old tree stays. */
export function shrunkTree(
  { store, selection, service, reporter, options }: Pick<CrawlParts, 'store' | 'selection' | 'service' | 'reporter' | 'options'>,
  key: RecordKey,
  found: References | undefined,
): RequestError | undefined {
  if (!TREE_KINDS.includes(key.kind) || key.lang) return undefined
  const stored = store.writer.finishedRecord(key)
  const before = sizeOf(stored === undefined ? undefined : readStored(selection, key, stored))
  const items = sizeOf(found)
  const { allowShrink } = options
  if (!hasShrunk(items, before, allowShrink)) return undefined
  reporter.shrunk.push({ of: 'tree', list: key.kind, items, before })
  const url = service.urlOf(key)
  const why = `names ${items} categories, and named ${before} in the last crawl; \`allowShrink\` allows ${allowShrink} % fewer.`
  return new RequestError('failed', `${url} ${why}`, { url })
}

const sizeOf = (tree: References | undefined): number => tree?.records.filter(({ kind }) => kind === 'wiki').length ?? 0

/** Kinds of which too many records of the previous crawl are suddenly gone or private. A record marked private is not an error. */
export async function shrunkKinds({
  store,
  selection,
  options,
}: Pick<CrawlParts, 'store' | 'selection' | 'options'>): Promise<Shrinkage[]> {
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
