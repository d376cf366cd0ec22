import { KEPT } from '../../routes.ts'
import type { PageHead } from './head.ts'
import type { Site } from './site.ts'

/** The metadata of the page of saved content, which search engines must not index. */
export function keptHead({ words }: Site): PageHead {
  return { title: words.say('keep.title'), description: words.say('keep.lead'), path: KEPT, isEmpty: true }
}
