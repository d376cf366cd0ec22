import type { SearchDocument } from '../../src/search/document.ts'

/** A document with the least that one must have, and what a test is about. */
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
    filters: { kind: 'guide', category: [], tag: [] },
    lead: '',
    text: '',
    sections: [],
    rank: 1,
    ...rest,
  }
}

export async function* stream(documents: readonly SearchDocument[]): AsyncGenerator<SearchDocument> {
  yield* documents
}
