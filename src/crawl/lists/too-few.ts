import { RequestError } from '../../errors.ts'
import { nameOf, TREE_KINDS } from '../endpoints.ts'
import type { References } from '../references/references.ts'
import type { Session } from '../session.ts'
import { hasShrunk, type Shrinkage } from './shrink.ts'
import { readStored } from '../stored.ts'
import type { RecordKind } from '../../model/resources.ts'
import type { RecordKey } from '../../cache/layout.ts'

/** Records that have pages of their own. */
const PAGE_KINDS: readonly RecordKind[] = ['guide', 'wiki', 'user']

/** An answer for a category tree that names too few categories, or `undefined` for none, counts as a failure: the old tree stays. */
export function shrunkTree(session: Session, key: RecordKey, found: References | undefined): RequestError | undefined {
  if (!TREE_KINDS.includes(key.kind) || key.lang) return undefined
  const stored = session.writer.finishedRecord(key)
  const before = sizeOf(stored === undefined ? undefined : readStored(session, key, stored))
  const items = sizeOf(found)
  const { allowShrink } = session.options
  if (!hasShrunk(items, before, allowShrink)) return undefined
  session.shrunk.push({ of: 'tree', list: key.kind, items, before })
  const url = session.urlOf(key)
  const why = `names ${items} categories, and named ${before} in the last crawl; --allow-shrink allows ${allowShrink} % fewer.`
  return new RequestError('failed', `${url} ${why}`, { url })
}

const sizeOf = (tree: References | undefined): number => tree?.records.filter(({ kind }) => kind === 'wiki').length ?? 0

/** Kinds of which too many records are gone or private all at once, though each of them was there in the last crawl. What the service calls private is no slip. */
export async function shrunkKinds({ previous, withdrawn, withheld, options }: Session): Promise<Shrinkage[]> {
  const counts = new Map<RecordKind, { before: number; lost: number }>()
  for await (const key of previous?.keys() ?? []) {
    if (key.lang || !PAGE_KINDS.includes(key.kind)) continue
    const { before, lost } = counts.get(key.kind) ?? { before: 0, lost: 0 }
    const isLost = withdrawn.has(nameOf(key)) && !withheld.has(nameOf(key))
    counts.set(key.kind, { before: before + 1, lost: lost + Number(isLost) })
  }
  return [...counts].flatMap(([list, { before, lost }]) =>
    hasShrunk(before - lost, before, options.allowShrink) ? { of: 'records' as const, list, items: before - lost, before } : [],
  )
}
