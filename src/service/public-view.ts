import { fieldOf, isPublic } from './fields.ts'

/** Keys that an answer to anyone may need to lose something for; a text writes its quotes as `\"`, so that these are keys or words. */
const SUSPECT = /"email"|"public"\s*:\s*(?!true|1)/

/**
 * JSON as anyone may see it: a crawl with a token stores more, such as e-mail addresses, and private guides among the prerequisites of a
 * public one or on the page of a category.
 */
export function publicView(json: Buffer): Buffer {
  return SUSPECT.test(json.toString('latin1')) ? Buffer.from(JSON.stringify(JSON.parse(json.toString('utf8'), withoutSecrets))) : json
}

function withoutSecrets(key: string, value: unknown): unknown {
  if (key === 'email') return undefined
  return Array.isArray(value) ? value.filter((item: unknown) => fieldOf(item, 'guideid') === undefined || isPublic(item)) : value
}
