/** For files whose name contains a hash of their content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
/** For all other files: cached, but revalidated on each request, which costs a 304. */
export const REVALIDATED = 'public, max-age=0, must-revalidate'

const OF_THE_INDEX = 'pf_(?:meta|index|filter|fragment)'

/** Files named by their content, as a regular expression for a path below the base. */
export const HASHED = `(?:_astro/.+|media/.+|social/.+|pagefind/titles/.+|pagefind/.+\\.${OF_THE_INDEX})`
/** An SVG is sanitized by rules that a later version may change, under the same name. */
export const DRAWING = '\\.svg'

/** The Cache-Control header of a file, by its path in the site. */
export const cacheControlOf = (file: string): string =>
  new RegExp(`^${HASHED}$`).test(file) && !new RegExp(`^media/.+${DRAWING}$`).test(file) ? IMMUTABLE : REVALIDATED

/** The media type of the app's manifest, which few servers know. */
export const MANIFEST_TYPE = 'application/manifest+json'
/** Pagefind's files, whose extensions no server knows. */
export const PAGEFIND_FILE = `\\.(?:pagefind|${OF_THE_INDEX})`
export const PAGEFIND_TYPE = 'application/octet-stream'

/** Extensions of text files, as a regular expression; pictures, videos, fonts and Pagefind's files are already compressed. */
export const TEXTS = 'html|css|m?js|json|xml|txt|svg|webmanifest'
