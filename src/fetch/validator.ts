/** What a service gives to know an answer again by: its ETag or, where it has none, the date of its last modification. '' for neither. */
export function validatorOf(etag: string | undefined, lastModified: string | undefined): string {
  const validator = etag?.includes('"') ? etag : !Number.isNaN(Date.parse(lastModified ?? '')) ? lastModified : ''
  return validator && validator.length <= MAX_LENGTH ? validator : ''
}

/** Each record of the last crawl has one in memory, and none needs to be longer. */
const MAX_LENGTH = 128

/** Asks for an answer only if it is another than the one with this validator (RFC 9110, 13.1). */
export function unless(validator: string | undefined): Record<string, string> {
  if (!validator) return {}
  return validator.includes('"') ? { 'if-none-match': validator } : { 'if-modified-since': validator }
}
