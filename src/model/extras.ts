import { z } from 'zod'
import { imageDetailSchema, videoSchema } from './media.ts'
import { enveloped } from './envelope.ts'
import { id, text, timestamp, wholeList } from './php.ts'

/** An entry about a guide: the guide itself, or an object that contains it (api-facts, Forms). */
const aboutGuide = z.union([
  z.looseObject({ guide: z.looseObject({ guideid: id }) }).transform(({ guide }) => ({ guideid: guide.guideid })),
  z.looseObject({ guideid: id }),
])

/** `/users/ID/completions` and `/users/ID/favorites/guides`, section 4.5; the specification does not document the shape. */
export const guidesOfUserSchema = enveloped(wholeList(aboutGuide))

/** `/guides/ID/releases`, section 4.9. */
export const releasesSchema = enveloped(wholeList(z.looseObject({ version: text, title: text, date: timestamp })))

/** What the API has under one path, with the section of the specification. */
export interface Resource {
  /** Below `/api/2.0`, with the specification's variables, which an id replaces. The query is what a crawl adds. */
  path: `/${string}`
  section: string
  /** The shape of an answer, if it is used. */
  schema?: z.ZodType
  /** It may be in an envelope (api-facts, Forms). */
  isEnveloped?: true
  /** Static API requests that it answers, below `/api/2.0/`; none if it is part of another answer, paged, or server-only. */
  files?: readonly string[]
}

/** Endpoints that the site does not need, requested on demand and stored unmodified (specification, sections 4.4, 4.5, 4.8, 4.9). */
export interface Extra extends Resource {
  /** What each record belongs to: the site, a namespace, a record, or an item of another extra that has the variable as a field. */
  of: ExtraOwner
  isPaged?: true
  /** It reveals people's work, or unpublished content: only the holder of the token may read it. */
  isInternal?: true
  /** Only the number of entries is kept, never whose. */
  isCounted?: true
}
export type ExtraOwner = 'site' | 'namespace' | 'guide' | 'category' | 'category id' | 'wiki id' | 'user' | 'image' | 'video' | ItemOwner
type ItemOwner = 'training-modules' | 'periodic-reviews' | 'quiz-sessions' | 'work-log'

/** A path that the static API answers with one file. */
export const asFile = <Path extends string>(path: `/${Path}`) => ({ path, files: [path.slice(1)] })

const GUIDES_OF_USER = { section: '4.5', of: 'user', isPaged: true, schema: guidesOfUserSchema, isEnveloped: true } as const
const OF_GUIDE = { section: '4.9', of: 'guide', isInternal: true } as const

/** By the kind of record under which an answer is stored. */
export const EXTRAS = {
  image: { ...asFile('/media/images/{imageid}'), section: '4.8', of: 'image', schema: imageDetailSchema },
  video: { ...asFile('/media/videos/{videoid}'), section: '4.8', of: 'video', schema: videoSchema },
  'wiki-titles': { path: '/wikis/{namespace}?display=titles', section: '4.4', of: 'namespace', isPaged: true },
  'category-children': { ...asFile('/wikis/CATEGORY/{title}/children'), section: '4.9', of: 'category' },
  'category-identification': { ...asFile('/wikis/CATEGORY/{title}/identification'), section: '4.9', of: 'category' },
  'category-documents': { ...asFile('/wikis/CATEGORY/{wikiid}/documents'), section: '4.9', of: 'category id' },
  'user-guides': { path: '/users/{userid}/guides', section: '4.5', of: 'user', isPaged: true },
  'user-completions': { path: '/users/{userid}/completions', ...GUIDES_OF_USER },
  'user-favorites': { path: '/users/{userid}/favorites/guides', ...GUIDES_OF_USER },
  releases: { path: '/guides/releases', section: '4.9', of: 'site', isPaged: true, isInternal: true },
  'guide-releases': { path: '/guides/{guideid}/releases', ...OF_GUIDE, schema: releasesSchema, isEnveloped: true },
  'guide-users': { path: '/guides/{guideid}/users', ...OF_GUIDE },
  'guide-teams': { path: '/guides/{guideid}/teams', ...OF_GUIDE },
  'guide-approvals': { path: '/guides/{guideid}/approvalProcesses', ...OF_GUIDE },
  'guide-reviews': { path: '/periodic_review/guide/{guideid}', ...OF_GUIDE },
  'guide-suspended-work': { path: '/work_log/{guideid}/suspended', ...OF_GUIDE },
  'guide-views': { path: '/user_view_history/guide/{guideid}', section: '4.8', of: 'guide', isInternal: true, isCounted: true },
  'wiki-reviews': { path: '/periodic_review/wiki/{wikiid}', section: '4.9', of: 'wiki id', isInternal: true },
  'wiki-views': { path: '/user_view_history/wiki/{wikiid}', section: '4.8', of: 'wiki id', isInternal: true, isCounted: true },
  'created-users': { path: '/users/created_users', section: '4.9', of: 'site', isPaged: true, isInternal: true },
  'periodic-reviews': { path: '/periodic_review', section: '4.9', of: 'site', isPaged: true, isInternal: true },
  'periodic-review': { path: '/periodic_review/{prsid}', section: '4.9', of: 'periodic-reviews', isInternal: true },
  'user-reviews': { path: '/periodic_review/reviews/{userid}', section: '4.9', of: 'user', isInternal: true },
  'user-review-documents': { path: '/periodic_review/documents/{userid}', section: '4.9', of: 'user', isInternal: true },
  'user-review-requests': { path: '/periodic_review/requests/{userid}', section: '4.9', of: 'user', isInternal: true },
  'quiz-sessions': { path: '/quizzes/sessions', section: '4.9', of: 'site', isPaged: true, isInternal: true },
  'quiz-submission': { path: '/quizzes/submissions/{sessionid}', section: '4.9', of: 'quiz-sessions', isInternal: true },
  'training-modules': { path: '/external_training_modules/current', section: '4.9', of: 'site', isInternal: true },
  'training-module-usage': { path: '/external_training_modules/{id}/usage', section: '4.9', of: 'training-modules', isInternal: true },
  'training-module-player': { path: '/external_training_modules/{id}/player', section: '4.9', of: 'training-modules', isInternal: true },
  'training-module-imports': { path: '/external_training_modules/{id}/imports', section: '4.9', of: 'training-modules', isInternal: true },
  'work-log': { path: '/work_log', section: '4.9', of: 'site', isPaged: true, isInternal: true },
  'work-log-entry': { path: '/work_log/{entryid}', section: '4.9', of: 'work-log', isInternal: true },
} as const satisfies Record<string, Extra>

export type ExtraKind = keyof typeof EXTRAS
export const EXTRA_KINDS = Object.keys(EXTRAS) as ExtraKind[]

/** The same for `/users`, which is stored as a list. */
export const EXTRA_LIST = 'users' as const
export const EXTRA_NAMES = [...EXTRA_KINDS, EXTRA_LIST] as const
export type ExtraName = (typeof EXTRA_NAMES)[number]

export const extraOf = (kind: ExtraKind): Extra => EXTRAS[kind]

export const isExtra = (kind: string): kind is ExtraKind => Object.hasOwn(EXTRAS, kind)

/** The variable in an extra's path; '' if there is none. */
export const variableOf = (kind: ExtraKind): string => /\{(\w+)\}/.exec(EXTRAS[kind].path)?.[1] ?? ''
