import { privacyNameOfItem } from '../cache/private-keys.ts'
import { saysPrivate } from '../model/visibility.ts'
import { fieldOf } from './fields.ts'

/** Suffixes of keys that may need removal from public answers. Omitting the first quote makes the search twice as fast. */
const SUSPECT = /mail"|public"\s*:\s*(?!true|1)/

/**
 * The public form of JSON: a crawl with a token stores more, such as e-mail addresses, and private guides among the prerequisites of a
 * public one or on a category's page. `privateKeys` contains guides that are private even if the references to them do not say so.
 */
export function publicView(json: Buffer, privateKeys: ReadonlySet<string>): Buffer {
  const bytes = json.toString('latin1')
  const isSuspect = SUSPECT.test(bytes) || (privateKeys.size > 0 && bytes.includes('guideid"'))
  return isSuspect ? Buffer.from(JSON.stringify(JSON.parse(json.toString('utf8'), without(privateKeys)))) : json
}

const without = (privateKeys: ReadonlySet<string>) => {
  const isShown = (item: unknown): boolean =>
    fieldOf(item, 'guideid') === undefined || !(saysPrivate(item) || privateKeys.has(privacyNameOfItem('guides', item) ?? ''))
  return (key: string, value: unknown): unknown => {
    if (key === 'email') return undefined
    return Array.isArray(value) ? value.filter(isShown) : value
  }
}
