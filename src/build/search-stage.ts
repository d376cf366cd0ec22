import type { Staging } from '../publish/staging.ts'
import { mediaIn } from '../publish/media.ts'
import type { SearchDocument } from '../search/document.ts'
import { INDEX_FOLDER } from '../search/index-list.ts'
import { indexSite, whyUnfindable } from '../search/index/index-site.ts'
import type { OwnSynonyms } from '../search/index/language-words.ts'
import { unusedSynonyms } from '../search/index/own-synonyms.ts'
import { tellUnreadable } from '../views/catalog/unreadable.ts'
import { openAll } from '../views/questions.ts'
import { documentSources } from '../views/search/search-documents.ts'
import { type Site, site as openedSite } from '../views/site/site.ts'
import { trackedSite } from '../views/trace/tracked-site.ts'
import { Trace, tracing } from '../views/trace/trace.ts'
import type { MadePages } from './made-pages.ts'
import type { FormerSite } from './state/former-site.ts'
import type { Part } from './state/site-state.ts'
import type { StateMaker } from './state/state-maker.ts'
import type { UnreadableRecords } from './unreadable-records.ts'

export interface SearchStage {
  place: Pick<Staging, 'site'>
  made: MadePages
  state: StateMaker
  /** The previous site, where what has changed since is known. */
  former: FormerSite | undefined
  unreadableRecords: UnreadableRecords
  synonyms: OwnSynonyms
  /** Where the operator's synonyms lie; '' for none. */
  synonymsFile: string
}

interface SearchHooks {
  signal?: AbortSignal
  onWarning?: ((warning: string) => void) | undefined
  onProgress?: ((progress: { stage: 'search'; done: number }) => void) | undefined
}

/**
 * Makes the search index of the pages that are made, each once it is, and adds to their media the pictures that results show. Where no document
 * differs, the previous index is kept.
 */
export async function makeSearch(stage: SearchStage, hooks: SearchHooks): Promise<void> {
  const { place, made, state, synonyms, synonymsFile } = stage
  const source = await openedSite()
  await openAll(source)
  if (await isKept(stage, source, hooks)) return
  const documents: [name: string, part: Part][] = []
  const onProgress = (done: number) => made.areAll && hooks.onProgress?.({ stage: 'search', done })
  const { isTold, media, generate } = documentsOf(stage, source, documents, hooks.signal)
  const { languages } = await indexSite(generate(), place.site, { synonyms, onProgress })
  const warning = unusedSynonyms(synonyms, languages, synonymsFile)
  if (warning) hooks.onWarning?.(warning)
  if (!isTold()) state.search = { documents, media: [...media], warning }
}

function documentsOf({ made, state, unreadableRecords }: SearchStage, source: Site, documents: [string, Part][], signal?: AbortSignal) {
  let isTold = false
  const media = new Set<string>()
  async function* generate(): AsyncGenerator<SearchDocument> {
    for await (const { name, site, make } of documentSources(source)) {
      const trace = new Trace()
      const document = await tracing(trace, () => make(trackedSite(site, source, trace)))
      documents.push([name, state.part(await trace.asked(), [...trace.media])])
      isTold ||= trace.isTold
      if (!document) continue
      await made.untilPageOf(document)
      signal?.throwIfAborted()
      const hasNoPage = unreadableRecords.hasNoPageFor(document)
      const why = whyUnfindable(document)
      if (hasNoPage || why) isTold = true
      if (!hasNoPage && why) tellUnreadable({ kind: 'page', id: document.path, reason: `It cannot be searched for: ${why}.` })
      if (hasNoPage || why) continue
      for (const file of mediaIn(document.image)) {
        media.add(file)
        made.media.add(file)
      }
      yield document
    }
  }
  return { isTold: () => isTold, media, generate }
}

/** Keeps the previous index; false where it would be another, or is not what it was. */
async function isKept({ place, made, state, former, unreadableRecords }: SearchStage, source: Site, { signal, onWarning }: SearchHooks) {
  const search = former?.state.search
  if (!former || !search) return false
  let at = 0
  for await (const { name } of documentSources(source)) {
    const [known, part] = search.documents[at++] ?? []
    if (known !== name || !part || !former.isSame(part)) return false
  }
  if (at !== search.documents.length) return false
  await made.untilAll()
  signal?.throwIfAborted()
  if (unreadableRecords.haveEmptyPages) return false
  for (const file of former.state.stamps.keys()) if (file.startsWith(`${INDEX_FOLDER}/`) && !former.keep(file, place.site)) return false
  const documents = search.documents.map(([name, part]) => [name, state.part(former.asked(part), part.lookedUp)] as const)
  state.search = { ...search, documents }
  for (const file of search.media) made.media.add(file)
  if (search.warning) onWarning?.(search.warning)
  return true
}
