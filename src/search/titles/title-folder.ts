/** Below `pagefind/`: titles of pages, on a large site. */
export const TITLES_FOLDER = 'titles/'

/** The folder of titles that are searched together, below `pagefind/`: those translated into a language, or the source's. */
export const titleFolder = (lang: string, isTranslation: boolean): string => `${TITLES_FOLDER}${isTranslation ? lang : 'source'}/`
