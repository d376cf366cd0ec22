import { hash } from 'node:crypto'
import type { SearchDocument, SearchKind } from '../document.ts'

/** The data with which a title is found and displayed. */
export interface TitledPage extends Pick<SearchDocument, 'path' | 'lang' | 'isTranslation' | 'translatedInto' | 'title'> {
  kind: SearchKind
  /** For a guide: true if it ranks lower. */
  isArchived: boolean
}

/** An indexed document without its text: plain data. */
export interface IndexedPage extends TitledPage {
  image: string
  /** Differs for different documents. */
  digest: string
  /** The numbers of its words, packed: see page-words.ts. */
  words: string
  /** The folder of the index that contains it, and its number there. */
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

export const documentDigest = (document: SearchDocument): string =>
  hash('sha256', JSON.stringify(document), 'base64url').slice(0, DIGEST_LENGTH)

/** The address of a document: the source and each translation have pages of their own. */
export const addressOf = ({ path, lang, isTranslation }: Pick<SearchDocument, 'path' | 'lang' | 'isTranslation'>): string =>
  isTranslation ? `${lang} ${path}` : path

/** A key for the pages that share indexes: the translations into a language, or the source's pages in it. */
export const groupOf = ({ lang, isTranslation }: Pick<SearchDocument, 'lang' | 'isTranslation'>): string => `${lang} ${isTranslation}`
