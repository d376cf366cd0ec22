/** For files whose name changes with what they hold. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
/** For all others: kept, and asked for again each time, which costs a 304. */
export const REVALIDATED = 'public, max-age=0, must-revalidate'

const OF_THE_INDEX = 'pf_(?:meta|index|filter|fragment)'

/** Files named by what they hold, as a regular expression for a path below the base. */
export const HASHED = `(?:_astro/.+|media/.+|social/.+|pagefind/titles/.+|pagefind/.+\\.${OF_THE_INDEX})`
/** A drawing is rewritten by rules that a later version may change, under the same name. */
export const DRAWING = '\\.svg'

/** What a host is to say of a file's age, by its path in the site. */
export const cacheControlOf = (file: string): string =>
  new RegExp(`^${HASHED}$`).test(file) && !new RegExp(`^media/.+${DRAWING}$`).test(file) ? IMMUTABLE : REVALIDATED

/** The manifest of the app, which few lists of types have. */
export const MANIFEST_TYPE = 'application/manifest+json'
/** Pagefind's files, which no list of types has. */
export const PAGEFIND_FILE = `\\.(?:pagefind|${OF_THE_INDEX})`
export const PAGEFIND_TYPE = 'application/octet-stream'
