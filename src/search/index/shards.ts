import type { SearchDocument } from '../document.ts'
import { isUnspaced } from '../unspaced.ts'

export interface ShardLimits {
  /** Documents in a shard at most, where there are few. */
  size: number
  /** Documents and words in a shard at most, where there are many: what makes an index, and what searches it, has it in memory. */
  large: { size: number; words: number }
}

/** The documents of one index. */
export interface Shard {
  documents: SearchDocument[]
  /** True where there are many in all. */
  isLarge: boolean
}

/** With so many full shards there are many documents. */
const MANY_SHARDS = 5
/** So many characters make a word, with the space after it. */
const WORD_LENGTH = 6

/**
 * Parts of the documents, each of one language, and either of translations or of what the source has. Few documents are dealt out like cards: each part
 * is then as mixed as the whole, so that a word is as rare in one as in the other, by which Pagefind weighs matches, and there is one for each core. Of many documents each
 * part is as large as it can be, since each costs the first search its own requests.
 */
export async function* shardsOf(documents: AsyncIterable<SearchDocument>, { size, large }: ShardLimits): AsyncGenerator<Shard> {
  const waiting = new Map<string, { documents: SearchDocument[]; words: number; isLarge: boolean }>()
  for await (const document of documents) {
    const name = `${document.lang} ${document.isTranslation}`
    const alike = waiting.get(name) ?? { documents: [], words: 0, isLarge: false }
    waiting.set(name, alike)
    const words = wordsIn(document)
    if (alike.isLarge && (alike.documents.length >= large.size || alike.words + words > large.words)) {
      yield { documents: alike.documents, isLarge: true }
      waiting.set(name, { documents: [document], words, isLarge: true })
      continue
    }
    alike.documents.push(document)
    alike.words += words
    alike.isLarge ||= areMany(alike.documents.length, size)
  }
  for (const { documents, isLarge } of waiting.values())
    yield* isLarge ? [{ documents, isLarge: true }] : deal(documents, Math.ceil(documents.length / size))
}

/** True for so many documents that they lie in large parts, where others have so many at most. */
export const areMany = (documents: number, size: number): boolean => documents > MANY_SHARDS * size

/** About how many words a document has. */
function wordsIn({ lang, lead, text, sections }: SearchDocument): number {
  const characters = sections.reduce((sum, section) => sum + section.title.length + section.text.length, lead.length + text.length)
  return isUnspaced(lang) ? characters : characters / WORD_LENGTH
}

/** Each round begins one further, so that what comes back regularly in the list does not always fall to the same part. */
const deal = (documents: readonly SearchDocument[], parts: number): Shard[] =>
  Array.from({ length: parts }, (_, part) => ({
    documents: documents.filter((_, at) => (at + Math.floor(at / parts)) % parts === part),
    isLarge: false,
  }))
