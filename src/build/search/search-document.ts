import type { Staging } from '../../publish/staging.ts'
import type { SearchDocument } from '../../search/document.ts'
import { type IndexOptions, whyUnfindable } from '../../search/index/index-site.ts'
import type { OwnSynonyms } from '../../search/index/language-words.ts'
import { reportUnreadable } from '../../views/catalog/unreadable.ts'
import { makeDocument } from '../../views/search/made-documents.ts'
import { type DocumentSource, documentSources } from '../../views/search/search-documents.ts'
import type { Site } from '../../views/site/site.ts'
import type { MadePages } from '../made-pages.ts'
import { isIn, type Shard } from '../shards/shard.ts'
import type { PreviousSite } from '../state/previous-site.ts'
import type { Dependencies } from '../state/part.ts'
import type { StateMaker } from '../state/state-maker.ts'
import type { UnreadableRecords } from '../unreadable-records.ts'

export interface SearchStage {
  staging: Pick<Staging, 'site' | 'files' | 'out' | 'earlier'>
  made: MadePages
  state: StateMaker
  /** The previous site, if it is known what has changed since. */
  previous: PreviousSite | undefined
  unreadableRecords: UnreadableRecords
  synonyms: OwnSynonyms
  /** The operator's synonym file; '' if there is none. */
  synonymsFile: string
  /** The shard whose documents are made, if not all. */
  shard: Shard | undefined
}

export interface SearchHooks {
  signal?: AbortSignal
  onWarning?: ((warning: string) => void) | undefined
  onProgress?: ((progress: { stage: 'search'; done: number }) => void) | undefined
}

/** The documents of a site or shard. */
export async function* sourcesOf(source: Site, shard: Shard | undefined): AsyncGenerator<DocumentSource> {
  for await (const one of documentSources(source)) if (isIn(shard, one.file)) yield one
}

/** Files of titles are written by the merge only. */
export const sizesOf = (shard: Shard | undefined): Pick<IndexOptions, 'titlesFrom'> => (shard ? { titlesFrom: Infinity } : {})

/**
 * The search document of a page, once the page is made. None for an unreadable record, or one without a page. `part` are its
 * dependencies; undefined if something could not be read: it is then made and reported again by the next build.
 */
export async function documentOf(
  one: DocumentSource,
  source: Site,
  { made, state, unreadableRecords }: Pick<SearchStage, 'made' | 'state' | 'unreadableRecords'>,
  signal?: AbortSignal,
): Promise<{ document: SearchDocument | undefined; part: Dependencies | undefined }> {
  const { document, asked, mediaLookups } = (await made.documentOf(one.file)) ?? (await makeDocument(one, source))
  signal?.throwIfAborted()
  const part = asked && state.part(asked, mediaLookups)
  if (!document) return { document, part }
  if (unreadableRecords.hasNoPageFor(document)) return { document: undefined, part: undefined }
  const why = whyUnfindable(document)
  if (!why) return { document, part }
  reportUnreadable({ kind: 'page', id: document.path, reason: `It cannot be searched for: ${why}.` })
  return { document: undefined, part: undefined }
}
