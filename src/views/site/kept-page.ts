import { KEPT } from '../../routes.ts'
import type { PageHead } from './head.ts'
import type { Site } from './site.ts'

/** What the page of what is kept says of itself: search engines find nothing on it. */
export function keptHead({ words }: Site): PageHead {
  return { title: words.say('keep.title'), description: words.say('keep.lead'), path: KEPT, isEmpty: true }
}
