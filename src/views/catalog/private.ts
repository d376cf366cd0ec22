import { privacyName } from '../../cache/private-keys.ts'
import type { Ref } from '../../model/ref.ts'
import type { Site } from '../site/site.ts'

/** True if the record is private on the original site, whether or not this site has it. */
export function isPrivate({ privateNames }: Pick<Site, 'privateNames'>, ref: Ref): boolean {
  if (ref.kind === 'guide') return privateNames.has(privacyName({ kind: 'guide', id: String(ref.guideid) }))
  return ref.kind === 'wiki' && privateNames.has(privacyName({ kind: 'wiki', id: `${ref.namespace}/${ref.title}` }))
}
