import type { SearchDocument } from '../../search/document.ts'
import { indexFolderOf, INDEX_FOLDER, isProgram, TITLES_FOLDER } from '../../search/index-list.ts'
import { addressOf, documentDigest } from '../../search/index/indexed-page.ts'
import type { KnownIndex } from '../../search/index/index-maker.ts'
import { UPDATE_LIMITS } from '../../search/index/sizes.ts'
import { updateIndex } from '../../search/index/index-site.ts'
import { planUpdate } from '../../search/index/update-plan.ts'
import { headsIn } from '../../search/pagefind/canonical-index.ts'
import type { IndexHead } from '../../search/pagefind/index-head.ts'
import type { DocumentSource } from '../../views/search/search-documents.ts'
import type { Site } from '../../views/site/site.ts'
import type { PreviousSite } from '../state/previous-site.ts'
import type { KnownDocument } from '../state/search-part.ts'
import { documentOf, type SearchHooks, type SearchStage, sizesOf, sourcesOf } from './search-document.ts'

export interface MadeSearch {
  documents: KnownDocument[]
  index: KnownIndex
}

/** A document of this build: either unchanged, with its page of the previous index, or new. */
interface Followed extends KnownDocument {
  source: DocumentSource
  document: SearchDocument | undefined
}

/** Updates the previous index; undefined if it must be made as a whole. */
export async function updateSearch(stage: SearchStage, source: Site, hooks: SearchHooks): Promise<MadeSearch | undefined> {
  const { previous, staging, synonyms, shard } = stage
  const { index, documents: before } = previous?.state.search ?? {}
  if (!previous || !index || !before) return undefined
  const followed = await follow(stage, { previous, before }, source, hooks)
  if (!followed) return undefined
  const pages = followed.flatMap(({ page }) => page ?? [])
  const changed = followed.flatMap(({ document }) => document ?? [])
  const plan = planUpdate({ entries: index.entries, kept: pages, documents: changed }, UPDATE_LIMITS)
  if ('whole' in plan) {
    if (plan.whole) hooks.onWarning?.(plan.whole)
    return undefined
  }
  for (const one of followed)
    if (one.page && plan.remade.has(one.page.folder)) {
      one.document = await one.source.make(one.source.site)
      if (!one.document) return undefined
      one.page = undefined
    }
  const entries = index.entries.filter(({ folder }) => !plan.remade.has(folder))
  const heads = readHeads(previous, index)
  const order = followed.flatMap(({ page, document }) => [page ?? document ?? []].flat().map(addressOf))
  if (!heads || new Set(order).size < order.length) return undefined
  const folders = new Set<string | undefined>(entries.map(({ folder }) => folder))
  if (!keepFiles(previous, (file) => isProgram(file) || folders.has(indexFolderOf(file)))) return undefined
  const made = await updateIndex(
    {
      before: { ...index, entries, heads },
      kept: followed.flatMap(({ page }) => page ?? []),
      documents: followed.flatMap(({ document }) => document ?? []),
      order,
      keepTitles: () => keepFiles(previous, (file) => file.startsWith(TITLES_FOLDER)),
    },
    staging.site,
    { ...sizesOf(shard), synonyms },
  )
  const byAddress = new Map(made.pages.map((page) => [addressOf(page), page]))
  const documents = followed.map(({ name, part, page, document }) => ({
    name,
    part,
    page: page ?? (document && byAddress.get(addressOf(document))),
  }))
  return { documents, index: made.known }
}

/** Makes the documents that may have changed; undefined if they are too many for an update. */
async function follow(
  stage: SearchStage,
  { previous, before }: { previous: PreviousSite; before: readonly KnownDocument[] },
  source: Site,
  { signal }: SearchHooks,
): Promise<Followed[] | undefined> {
  const { made, state, unreadableRecords, shard } = stage
  const known = new Map(before.map((one) => [one.name, one]))
  const sources = await Array.fromAsync(sourcesOf(source, shard))
  const isSame = ({ file }: DocumentSource): boolean => {
    const part = known.get(file)?.part
    return part !== undefined && previous.isSame(part)
  }
  const changed = new Set(sources.filter((one) => !isSame(one)))
  if (changed.size > UPDATE_LIMITS.changedShare * sources.length) return undefined
  const followed: Followed[] = []
  for (const one of sources) {
    const { part: knownPart, page: knownPage } = known.get(one.file) ?? {}
    if (knownPart && !changed.has(one)) {
      const part = state.part(previous.asked(knownPart), knownPart.mediaLookups)
      followed.push({ name: one.file, part, page: knownPage, source: one, document: undefined })
      continue
    }
    const { document, part } = await documentOf(one, source, stage, signal)
    const page = document && knownPage?.digest === documentDigest(document) ? knownPage : undefined
    followed.push({ name: one.file, part, page, source: one, document: page ? undefined : document })
  }
  await made.untilAll()
  signal?.throwIfAborted()
  // A page of the previous site may be unreadable now.
  return followed.map((one) => (one.page && unreadableRecords.hasNoPageFor(one.page) ? { ...one, part: undefined, page: undefined } : one))
}

/** Undefined if one of the files has changed. */
function readHeads(previous: PreviousSite, { heads }: KnownIndex): Map<string, IndexHead> | undefined {
  const files = heads.map((name) => previous.bytesOf(`${INDEX_FOLDER}/${name}`))
  return files.every((bytes) => bytes !== undefined) ? new Map(files.flatMap((bytes) => [...headsIn(bytes)])) : undefined
}

/** Reuses files of the previous search, named relative to its folder; false if one has changed. */
function keepFiles(previous: PreviousSite, isWanted: (file: string) => boolean): boolean {
  const start = `${INDEX_FOLDER}/`
  for (const file of previous.state.stamps.keys())
    if (file.startsWith(start) && isWanted(file.slice(start.length)) && !previous.keep(file)) return false
  return true
}
