import type { SearchDocument } from '../document.ts'
import { isUnspaced } from '../unspaced.ts'
import { groupOf } from './indexed-page.ts'

/** The most that one index has: what makes an index, and what searches it, has it in memory. */
export interface ShardLimits {
  pages: number
  words: number
}

/** So many characters make a word, with the space after it. */
const WORD_LENGTH = 6

/**
 * The documents of each index, which are of one language, and either of translations or of what the source has. Each is as large as it can be, since each costs the first
 * search its own requests.
 */
export async function* shardsOf(documents: AsyncIterable<SearchDocument>, limits: ShardLimits): AsyncGenerator<SearchDocument[]> {
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

/** About how many words a document has. */
function wordsIn({ lang, lead, text, sections }: SearchDocument): number {
  const characters = sections.reduce((sum, section) => sum + section.title.length + section.text.length, lead.length + text.length)
  return isUnspaced(lang) ? characters : characters / WORD_LENGTH
}
