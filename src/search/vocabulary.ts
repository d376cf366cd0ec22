/** Below `pagefind/`: a file a language, the words of its pages as a JSON array, spelled as the pages do, the most telling ones first. */
export const vocabularyFile = (lang: string): string => `words/${lang}.json`
