import { mediaIn } from '../../publish/media.ts'
import type { SearchDocument } from '../../search/document.ts'
import { INDEX_FOLDER } from '../../search/index-list.ts'
import { addressOf } from '../../search/index/indexed-page.ts'
import { makeIndex } from '../../search/index/index-site.ts'
import { unusedSynonyms } from '../../search/index/own-synonyms.ts'
import { openAll } from '../../views/questions.ts'
import { type Site, site as openedSite } from '../../views/site/site.ts'
import type { Dependencies } from '../state/part.ts'
import type { KnownDocument } from '../state/search-part.ts'
import { documentOf, type SearchHooks, type SearchStage, sizesOf, sourcesOf } from './search-document.ts'
import { type MadeSearch, updateSearch } from './search-update.ts'

/**
 * Makes the search index, each document once its page is made, and adds the pictures of results to the media. The previous index is kept if
 * no document differs, and updated if few do.
 */
export async function makeSearch(stage: SearchStage, hooks: SearchHooks): Promise<void> {
  const { made, state, synonyms, synonymsFile, shard } = stage
  const source = await openedSite()
  await openAll(source)
  if (await isKept(stage, source, hooks)) return
  const { documents, index } = (await updateSearch(stage, source, hooks)) ?? (await makeAnew(stage, source, hooks))
  const media = [...new Set(documents.flatMap(({ page }) => (page ? mediaIn(page.image) : [])))]
  for (const file of media) made.media.add(file)
  const languages = [...new Set(index.entries.map(({ lang }) => lang))]
  // A shard may lack languages of its site.
  const warning = shard ? undefined : unusedSynonyms(synonyms, languages, synonymsFile)
  if (warning) hooks.onWarning?.(warning)
  state.search = { documents, media, warning, index }
}

async function makeAnew(stage: SearchStage, source: Site, hooks: SearchHooks): Promise<MadeSearch> {
  const { staging, made, synonyms, shard } = stage
  for (const file of staging.files.kept) if (file.startsWith(`${INDEX_FOLDER}/`)) staging.files.kept.delete(file)
  const documents: (Omit<KnownDocument, 'page'> & { address: string | undefined })[] = []
  async function* generate(): AsyncGenerator<SearchDocument> {
    for await (const one of sourcesOf(source, shard)) {
      const { document, part } = await documentOf(one, source, stage, hooks.signal)
      documents.push({ name: one.file, part, address: document && addressOf(document) })
      if (document) yield document
    }
  }
  const onProgress = (done: number) => made.areAll && hooks.onProgress?.({ stage: 'search', done })
  const { known, pages } = await makeIndex(generate(), staging.site, { ...sizesOf(shard), synonyms, onProgress })
  const byAddress = new Map(pages.map((page) => [addressOf(page), page]))
  return {
    index: known,
    documents: documents.map(({ address = '', ...rest }) => ({ ...rest, page: byAddress.get(address) })),
  }
}

/** Keeps the previous index; false if it would differ, or has been changed. The result of joining shards is not complete yet. */
async function isKept(
  { staging, made, state, previous, unreadableRecords, shard }: SearchStage,
  source: Site,
  { signal, onWarning }: SearchHooks,
) {
  const search = previous?.state.search
  if (!previous || !search || staging.earlier !== staging.out) return false
  let at = 0
  for await (const { file } of sourcesOf(source, shard)) {
    const { name: known, part } = search.documents[at++] ?? {}
    if (known !== file || !part || !previous.isSame(part)) return false
  }
  if (at !== search.documents.length) return false
  await made.untilAll()
  signal?.throwIfAborted()
  if (unreadableRecords.haveEmptyPages) return false
  for (const file of previous.state.stamps.keys()) if (file.startsWith(`${INDEX_FOLDER}/`) && !previous.keep(file)) return false
  const again = (part: Dependencies) => state.part(previous.asked(part), part.mediaLookups)
  state.search = { ...search, documents: search.documents.map((one) => ({ ...one, part: one.part && again(one.part) })) }
  for (const file of search.media) made.media.add(file)
  if (search.warning) onWarning?.(search.warning)
  return true
}
