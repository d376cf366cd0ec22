/** Endings of text, as a regular expression; pictures, films, fonts and Pagefind's files are packed already. */
export const TEXTS = 'html|css|m?js|json|xml|txt|svg|webmanifest'
