import { hash } from 'node:crypto'
import type { SearchDocument, SearchKind } from '../document.ts'

/** What a title is found and shown with. */
export interface TitledPage extends Pick<SearchDocument, 'path' | 'lang' | 'isTranslation' | 'translatedInto' | 'title'> {
  kind: SearchKind
  /** Of a guide: true where it stands behind. */
  isArchived: boolean
}

/** What is known of a document in an index without its text: plain data. */
export interface IndexedPage extends TitledPage {
  image: string
  /** Differs for different documents. */
  digest: string
  /** Its words by number, packed: see page-words.ts. */
  words: string
  /** The folder of the index that has it, and its number there. */
  folder: string
  number: number
}

const DIGEST_LENGTH = 16

export const titledPage = ({ path, lang, isTranslation, translatedInto, title, isArchived, filters }: SearchDocument): TitledPage => ({
  path,
  lang,
  isTranslation,
  translatedInto,
  title,
  kind: filters.kind,
  isArchived: isArchived === true && filters.kind === 'guide',
})

export const digestOf = (document: SearchDocument): string => hash('sha256', JSON.stringify(document), 'base64url').slice(0, DIGEST_LENGTH)

/** Where a document is found: the source and each translation have pages of their own. */
export const addressOf = ({ path, lang, isTranslation }: Pick<SearchDocument, 'path' | 'lang' | 'isTranslation'>): string =>
  isTranslation ? `${lang} ${path}` : path

/** Names what lies in the same indexes: of each language the translations, and what the source has in it. */
export const groupOf = ({ lang, isTranslation }: Pick<SearchDocument, 'lang' | 'isTranslation'>): string => `${lang} ${isTranslation}`
