/** Extensions of text files, as a regular expression; pictures, videos, fonts and Pagefind's files are already compressed. */
export const TEXTS = 'html|css|m?js|json|xml|txt|svg|webmanifest'
