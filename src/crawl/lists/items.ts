import { commentSchema } from '../../model/comment.ts'
import { type GuideSummary, guideSummarySchema } from '../../model/guide.ts'
import { parse } from '../../model/parse.ts'
import { type ListName, LISTS } from '../../model/resources.ts'
import { teamSchema } from '../../model/user.ts'
import { wikiSummarySchema } from '../../model/wiki.ts'
import { References, type Scope } from '../references.ts'

/** The references of a list item; none for one of the wrong shape, for tags, and for users: an unreferenced user has no page. */
export function readItem(list: ListName, item: unknown, scope: Scope): References {
  const found = new References(scope)
  const { namespace } = LISTS[list]
  if (namespace) {
    const wiki = parse(wikiSummarySchema, item)
    if (wiki.ok) found.wiki(namespace, wiki.value.title)
  } else if (list === 'guides' || list === 'guides-featured') {
    const guide = asGuideSummary(item)
    found.numbered('guide', guide?.guideid)
    found.wiki('CATEGORY', guide?.category ?? '')
    found.numbered('user', guide?.userid)
  } else if (list === 'teams') {
    const team = parse(teamSchema, item)
    if (!team.ok) return found
    found.numbered('team-members', team.value.teamid)
    found.numbered('user', team.value.owner)
    found.image(team.value.image)
  } else if (list === 'comments') {
    const comment = parse(commentSchema, item)
    if (comment.ok) found.comments([comment.value])
  }
  return found
}

export function asGuideSummary(item: unknown): GuideSummary | undefined {
  const parsed = parse(guideSummarySchema, item)
  return parsed.ok ? parsed.value : undefined
}
