/**
 * Below `pagefind/`: one file per language, with the words of its pages as a JSON array, in the spelling of the pages, the most relevant
 * first.
 */
export const vocabularyFile = (lang: string): string => `words/${lang}.json`
