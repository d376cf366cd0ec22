/**
 * Stands at an answer that a replica has made of other records, or at a picture in another size than the one asked for: good for people and
 * programs that want the content, no record of the service's. A crawl takes it for "not found", so that no copy of a copy holds more than
 * the service gave.
 */
export const DERIVED_HEADER = 'benchbook-derived'
