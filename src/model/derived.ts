/**
 * Marks an answer that a replica has derived from other records, or a picture in another size than the requested one: useful to people and
 * programs that need the content, but not a record of the service. A crawl treats it as "not found", so that a copy of a copy contains no
 * more than the service returned.
 */
export const DERIVED_HEADER = 'benchbook-derived'
