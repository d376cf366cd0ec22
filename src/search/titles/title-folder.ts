/** Below `pagefind/`: titles of pages, on a large site. */
export const TITLES_FOLDER = 'titles/'

/** Where titles lie that are found together, below `pagefind/`: those that a language has in its own words, or the source's. */
export const titleFolder = (lang: string, isTranslation: boolean): string => `${TITLES_FOLDER}${isTranslation ? lang : 'source'}/`
