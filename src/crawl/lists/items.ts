import type { z } from 'zod'
import { commentSchema } from '../../model/comment.ts'
import { type GuideSummary, guideSummarySchema } from '../../model/guide.ts'
import { parse } from '../../model/parse.ts'
import type { Namespace } from '../../model/ref.ts'
import { type Team, teamSchema } from '../../model/user.ts'
import { wikiSummarySchema } from '../../model/wiki.ts'
import { References, type Scope } from '../references/references.ts'
import { type ListName, LISTS } from '../../model/resources.ts'

/** The references of a list item. An item of the wrong shape has none; it is stored unmodified. */
export function readItem(list: ListName, item: unknown, scope: Scope): References {
  const found = new References(scope)
  const { namespace } = LISTS[list]
  if (namespace) wiki(item, found, namespace)
  else READERS[list]?.(item, found)
  return found
}

/** The item as a guide's, if it is one. */
export function asGuideSummary(item: unknown): GuideSummary | undefined {
  const parsed = parse(guideSummarySchema, item)
  return parsed.ok ? parsed.value : undefined
}

type Reader = (item: unknown, found: References) => void

function reader<S extends z.ZodType>(schema: S, name: (value: z.output<S>, found: References) => void): Reader {
  return (item, found) => {
    const parsed = parse(schema, item)
    if (parsed.ok) name(parsed.value, found)
  }
}

const guides = reader(guideSummarySchema, inGuideSummary)

/** The references in lists other than namespaces. Tags and users have none: an unreferenced user has no page. */
const READERS: Partial<Record<ListName, Reader>> = {
  guides,
  'guides-featured': guides,
  teams: reader(teamSchema, inTeam),
  comments: reader(commentSchema, (comment, found) => found.comments([comment])),
}

function wiki(item: unknown, found: References, namespace: Namespace): void {
  const parsed = parse(wikiSummarySchema, item)
  if (parsed.ok) found.wiki(namespace, parsed.value.title)
}

function inGuideSummary({ guideid, category, userid }: GuideSummary, found: References): void {
  found.guide(guideid)
  found.wiki('CATEGORY', category)
  found.user(userid)
}

function inTeam({ teamid, owner, image }: Team, found: References): void {
  found.team(teamid)
  found.user(owner)
  found.image(image)
}
