import type { z } from 'zod'
import { commentSchema } from '../../model/comment.ts'
import { type GuideSummary, guideSummarySchema } from '../../model/guide.ts'
import { parse } from '../../model/parse.ts'
import type { Namespace } from '../../model/ref.ts'
import { type Team, teamSchema } from '../../model/user.ts'
import { wikiSummarySchema } from '../../model/wiki.ts'
import { References, type Scope } from '../references/references.ts'
import type { ListName } from '../../model/resources.ts'

/** What an item of a list names. An item of another shape names nothing; it is stored as it came. */
export function readItem(list: ListName, item: unknown, scope: Scope): References {
  const found = new References(scope)
  READERS[list]?.(item, found)
  return found
}

/** A guide's list item, where it is one. */
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
const wikis = (namespace: Namespace) => reader(wikiSummarySchema, ({ title }, found) => found.wiki(namespace, title))

/** What the items of each list name; of tags nothing, and of users, since whom no record names has no page. */
const READERS: Partial<Record<ListName, Reader>> = {
  guides,
  'guides-featured': guides,
  'wikis-CATEGORY': wikis('CATEGORY'),
  'wikis-ITEM': wikis('ITEM'),
  'wikis-TEAM': wikis('TEAM'),
  'wikis-USER': wikis('USER'),
  'wikis-INFO': wikis('INFO'),
  'wikis-WIKI': wikis('WIKI'),
  teams: reader(teamSchema, inTeam),
  comments: reader(commentSchema, (comment, found) => found.comments([comment])),
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
