/** The validator of an answer: its ETag or, if there is none, its date of last modification. '' for neither. */
export function validatorOf(etag: string | undefined, lastModified: string | undefined): string {
  const validator = etag?.includes('"') ? etag : !Number.isNaN(Date.parse(lastModified ?? '')) ? lastModified : ''
  return validator && validator.length <= MAX_LENGTH ? validator : ''
}

/** The validators of all records are kept in memory, and none needs to be longer. */
const MAX_LENGTH = 128

/** The headers of a conditional request for this validator (RFC 9110, 13.1). */
export function unless(validator: string | undefined): Record<string, string> {
  if (!validator) return {}
  return validator.includes('"') ? { 'if-none-match': validator } : { 'if-modified-since': validator }
}
