import type { SearchDocument, SearchFilters } from '../../src/search/document.ts'

/** The filters of a document of a kind, without categories and tags. */
export const ofKind = (kind: SearchFilters['kind'], rest: Partial<SearchFilters> = {}) => ({
  filters: { kind, category: [], tag: [], ...rest },
})

/** A document with the minimum of fields, and those that a test is about. */
export function documentOf(path: string, title: string, rest: Partial<SearchDocument> = {}): SearchDocument {
  return {
    path,
    title,
    lang: 'en',
    isTranslation: false,
    translatedInto: [],
    breadcrumb: '',
    image: '',
    modified: 0,
    ...ofKind('guide'),
    lead: '',
    text: '',
    sections: [],
    rank: 1,
    ...rest,
  }
}

/** A guide with the title and text of a test. */
export const guideOf = (id: number, title: string, text: string, lang = 'en') => documentOf(`/guide/${id}/`, title, { text, lang })

export async function* stream(documents: readonly SearchDocument[]): AsyncGenerator<SearchDocument> {
  yield* documents
}
