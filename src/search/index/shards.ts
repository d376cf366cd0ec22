import type { SearchDocument } from '../document.ts'

/** So many shards are filled from the same documents, which wait in memory until then. */
const SHARDS_AT_ONCE = 5

/**
 * Parts of `size` documents at most, each of one language, and either of translations or of what the source has. Documents are dealt out like cards: each part
 * is then as mixed as the whole, so that a word is as rare in one as in the other, by which Pagefind weighs matches.
 */
export async function* shardsOf(documents: AsyncIterable<SearchDocument>, size: number): AsyncGenerator<SearchDocument[]> {
  const waiting = new Map<string, SearchDocument[]>()
  for await (const document of documents) {
    const name = `${document.lang} ${document.isTranslation}`
    const alike = waiting.get(name) ?? []
    waiting.set(name, alike)
    alike.push(document)
    if (alike.length < SHARDS_AT_ONCE * size) continue
    waiting.delete(name)
    yield* deal(alike, SHARDS_AT_ONCE)
  }
  for (const alike of waiting.values()) yield* deal(alike, Math.ceil(alike.length / size))
}

/** Each round begins one further, so that what comes back regularly in the list does not always fall to the same part. */
const deal = (documents: readonly SearchDocument[], parts: number): SearchDocument[][] =>
  Array.from({ length: parts }, (_, part) => documents.filter((_, at) => (at + Math.floor(at / parts)) % parts === part))
