import about from '../package.json' with { type: 'json' }

export const VERSION = about.version
/** Product and version as caches and sites name them. */
export const PRODUCT = `Benchbook/${about.version}`

/** Who asks: product, version and where the person who runs it can be reached. */
export const userAgent = (contact: string): string => (contact ? `${PRODUCT} (${contact})` : PRODUCT)
