import type { SearchDocument } from '../document.ts'
import { isUnspaced } from '../unspaced.ts'
import { groupOf } from './indexed-page.ts'

/** The maximum size of one index; indexing and searching keep it in memory. */
export interface ShardLimits {
  pages: number
  words: number
}

/** The average length of a word, including the following space. */
const WORD_LENGTH = 6

/**
 * Groups documents into the indexes of one language, either of translations or of source pages. Indexes are as large as possible, since
 * each costs the first search additional requests.
 */
export async function* shardsOf(
  documents: AsyncIterable<SearchDocument> | Iterable<SearchDocument>,
  limits: ShardLimits,
): AsyncGenerator<SearchDocument[]> {
  const waiting = new Map<string, { documents: SearchDocument[]; words: number }>()
  for await (const document of documents) {
    const group = groupOf(document)
    const words = wordsIn(document)
    let shard = waiting.get(group) ?? { documents: [], words: 0 }
    if (shard.documents.length > 0 && (shard.documents.length >= limits.pages || shard.words + words > limits.words)) {
      yield shard.documents
      shard = { documents: [], words: 0 }
    }
    waiting.set(group, shard)
    shard.documents.push(document)
    shard.words += words
  }
  for (const shard of waiting.values()) yield shard.documents
}

/** The approximate number of words in a document. */
function wordsIn({ lang, lead, text, sections }: SearchDocument): number {
  const characters = sections.reduce((sum, section) => sum + section.title.length + section.text.length, lead.length + text.length)
  return isUnspaced(lang) ? characters : characters / WORD_LENGTH
}
