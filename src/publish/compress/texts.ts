/** Endings of text, as a regular expression; pictures, films, fonts and Pagefind's files are packed already. */
export const TEXTS = 'html|css|m?js|json|xml|txt|svg|webmanifest'

/** True for a compressed copy of a file beside it. */
export const isCopy = (file: string): boolean => /\.(?:br|gz)$/.test(file)
