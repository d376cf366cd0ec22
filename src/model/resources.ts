import { z } from 'zod'
import { commentSchema } from './comment.ts'
import { asFile, EXTRA_LIST, type Extra, type ExtraKind, EXTRAS, isExtra, type Resource } from './extras.ts'
import { guideSchema, guideSummarySchema } from './guide.ts'
import { categoryTreeSchema, hierarchyOrderSchema, hierarchySchema } from './hierarchy.ts'
import { text, wholeList } from './php.ts'
import { type Namespace, NAMESPACES } from './ref.ts'
import { siteSchema } from './site.ts'
import { badgesSchema, membersSchema, teamSchema, userSchema } from './user.ts'
import { wikiSchema, wikiSummarySchema } from './wiki.ts'

/** An API resource with an answer about one thing. */
export interface RecordResource extends Resource {
  /** The maximum age of an answer, in days, if no list reveals changes: the worst case. For the reasons see docs/crawling.md. */
  maxAgeDays?: number
  /** What is missing if the service lacks the endpoint, in words. */
  optional?: string
}

const TREE = { section: '4.4', maxAgeDays: 0 } as const
const TAGS = { section: '4.2', schema: wholeList(text), maxAgeDays: 30 } as const

/** The records that the site consists of, by the kind under which an answer is stored. What `--extra` requests is in {@link EXTRAS}. */
const SITE_RECORDS = {
  site: { ...asFile('/sites/info'), section: 'api-facts, Site', schema: siteSchema, maxAgeDays: 0 },
  hierarchy: { ...asFile('/wikis/CATEGORY?display=hierarchy'), ...TREE, schema: hierarchySchema },
  'hierarchy-order': { ...asFile('/wikis/CATEGORY?display=hierarchyOrder'), ...TREE, schema: hierarchyOrderSchema },
  categories: { ...asFile('/categories'), section: 'api-facts, Wikis', schema: categoryTreeSchema, maxAgeDays: 0 },
  // Steps of prerequisites are records of their own; the parameter is on whenever it is present (api-facts, Steps).
  guide: {
    path: '/guides/{guideid}?excludePrerequisiteSteps',
    section: '4.7',
    schema: guideSchema,
    maxAgeDays: 7,
    files: ['guides/{guideid}', 'guides/{guideid}?excludePrerequisiteSteps'],
  },
  'guide-tags': { path: '/guides/{guideid}/tags', ...TAGS, optional: 'tags of guides' },
  wiki: { ...asFile('/wikis/{namespace}/{title}'), section: '4.4', schema: wikiSchema, maxAgeDays: 7 },
  'wiki-tags': { path: '/wikis/{namespace}/{title}/tags', ...TAGS, optional: 'tags of wikis' },
  user: { ...asFile('/users/{userid}'), section: '4.5', schema: userSchema, maxAgeDays: 30 },
  'user-badges': {
    ...asFile('/users/{userid}/badges'),
    section: '4.5',
    schema: badgesSchema,
    maxAgeDays: 30,
    isEnveloped: true,
    optional: 'badges of users',
  },
  'team-members': {
    ...asFile('/teams/{teamid}'),
    section: '4.3',
    schema: membersSchema,
    maxAgeDays: 7,
    isEnveloped: true,
    optional: 'members of teams',
  },
} as const satisfies Record<string, RecordResource & { maxAgeDays: number }>

/** A kind of record that the site consists of. */
export type SiteKind = keyof typeof SITE_RECORDS
/** Kinds of the site's records, and of extras. */
export type RecordKind = SiteKind | ExtraKind
export const RECORDS: Readonly<Record<RecordKind, RecordResource & Partial<Extra>>> = { ...SITE_RECORDS, ...EXTRAS }
export const RECORD_KINDS = Object.keys(RECORDS) as RecordKind[]

/** An API resource with many items, in pages (specification, section 8). */
export interface ListResource {
  /** Below `/api/2.0`. */
  path: `/${string}`
  section: string
  /** The field that identifies an item; '' if items are texts. */
  idField: string
  schema: z.ZodType
  /** The fields that change with the record behind an item; absent for a list that says nothing about records. */
  telling?: readonly string[]
  /** The service's maximum offset: it answers 422 beyond it (api-facts, Lists and paging). */
  lastOffset?: number
  namespace?: Namespace
  /** Only `--extra` reads it: on a large site it has millions of items. */
  isExtra?: true
}

const GUIDE_FIELDS = `revisionid guide_revisionid title category subject summary type difficulty locale url public flags tags image
  isArchived time_required_max userid`.split(/\s+/)
const OF_WIKIS = {
  section: '4.4',
  idField: 'title',
  schema: wikiSummarySchema,
  telling: ['wikiid', 'title', 'display_title', 'summary', 'text', 'url', 'image'],
}
const wikis = NAMESPACES.map((namespace): [string, ListResource] => [
  `wikis-${namespace}`,
  { ...OF_WIKIS, path: `/wikis/${namespace}`, namespace },
])

const ALL_LISTS = {
  guides: { path: '/guides', section: '4.7', idField: 'guideid', schema: guideSummarySchema, telling: GUIDE_FIELDS },
  'guides-featured': { path: '/guides/featured', section: '4.7', idField: 'guideid', schema: guideSummarySchema },
  ...(Object.fromEntries(wikis) as Record<`wikis-${Namespace}`, ListResource>),
  tags: { path: '/tags', section: '4.2', idField: '', schema: z.union([z.string(), z.looseObject({ tag: text })]) },
  teams: {
    path: '/teams',
    section: '4.3',
    idField: 'teamid',
    schema: teamSchema,
    telling: ['name', 'description', 'owner', 'image', 'member_count'],
  },
  [EXTRA_LIST]: { path: '/users', section: '4.5', idField: 'userid', schema: userSchema, lastOffset: 1000, isExtra: true },
  comments: {
    path: '/comments',
    section: '4.6',
    idField: 'commentid',
    schema: commentSchema,
    telling: ['title', 'text_raw', 'text_rendered', 'status', 'date', 'modified_date', 'replies'],
  },
} as const satisfies Record<string, ListResource>

export type ListName = keyof typeof ALL_LISTS
export const LISTS: Readonly<Record<ListName, ListResource>> = ALL_LISTS
export const LIST_NAMES = Object.keys(LISTS) as ListName[]
/** The list of each namespace's wikis. */
export const WIKI_LISTS = NAMESPACES.map((namespace) => `wikis-${namespace}` as const)

/** A path of the table for an id: a number, `NAMESPACE/title`, a namespace, or ''. `nameOf` formats titles, by default as in addresses. */
export function fillPath(path: string, id: string, nameOf: (title: string, namespace: string) => string = encodeURIComponent): string {
  const slash = id.indexOf('/')
  const namespace = id.slice(0, Math.max(0, slash))
  return path
    .replace('{namespace}/{title}', () => `${namespace}/{title}`)
    .replace(/\{(\w+)\}/, (_, variable: string) => (variable === 'title' ? nameOf(id.slice(slash + 1), namespace) : encodeURIComponent(id)))
}

/** The path of a record below `/api/2.0`. */
export const recordPathOf = (kind: RecordKind, id: string): string => fillPath(RECORDS[kind].path, id)

/** The words for a kind that `--extra` requests; undefined for what every service has. */
export const optionalName = (kind: RecordKind): string | undefined =>
  RECORDS[kind].optional ?? (isExtra(kind) ? `what \`extra\` ${kind} asks for` : undefined)
