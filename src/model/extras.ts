/**
 * Endpoints whose answers the site does not need. They are asked for when somebody wants them, and kept as they come (specification,
 * sections 4.4, 4.5, 4.8 and 4.9).
 */
export interface Extra {
  /** Below `/api/2.0`, with the specification's own name for what varies. */
  path: `/${string}`
  /** What there is one of: the site, each namespace, each record, each item of another extra's answer that has the variable as a field. */
  of: ExtraOwner
  /** It may give a page at a time. */
  isPaged?: true
  /** It tells of people at work, or of what is not public: nobody but the holder of the token may read it. */
  isInternal?: true
  /** Only how many entries there are is kept, never whose. */
  isCounted?: true
}
export type ExtraOwner = 'site' | 'namespace' | 'guide' | 'category' | 'category id' | 'wiki id' | 'user' | 'image' | 'video' | ItemOwner
type ItemOwner = 'training-modules' | 'periodic-reviews' | 'quiz-sessions' | 'work-log'

/** By the kind of record under which an answer is stored. */
export const EXTRAS = {
  image: { path: '/media/images/{imageid}', of: 'image' },
  video: { path: '/media/videos/{videoid}', of: 'video' },
  'wiki-titles': { path: '/wikis/{namespace}?display=titles', of: 'namespace', isPaged: true },
  'category-children': { path: '/wikis/CATEGORY/{title}/children', of: 'category' },
  'category-identification': { path: '/wikis/CATEGORY/{title}/identification', of: 'category' },
  'category-documents': { path: '/wikis/CATEGORY/{wikiid}/documents', of: 'category id' },
  'user-guides': { path: '/users/{userid}/guides', of: 'user', isPaged: true },
  'user-completions': { path: '/users/{userid}/completions', of: 'user', isPaged: true },
  'user-favorites': { path: '/users/{userid}/favorites/guides', of: 'user', isPaged: true },
  releases: { path: '/guides/releases', of: 'site', isPaged: true, isInternal: true },
  'guide-releases': { path: '/guides/{guideid}/releases', of: 'guide', isInternal: true },
  'guide-users': { path: '/guides/{guideid}/users', of: 'guide', isInternal: true },
  'guide-teams': { path: '/guides/{guideid}/teams', of: 'guide', isInternal: true },
  'guide-approvals': { path: '/guides/{guideid}/approvalProcesses', of: 'guide', isInternal: true },
  'guide-reviews': { path: '/periodic_review/guide/{guideid}', of: 'guide', isInternal: true },
  'guide-suspended-work': { path: '/work_log/{guideid}/suspended', of: 'guide', isInternal: true },
  'guide-views': { path: '/user_view_history/guide/{guideid}', of: 'guide', isInternal: true, isCounted: true },
  'wiki-reviews': { path: '/periodic_review/wiki/{wikiid}', of: 'wiki id', isInternal: true },
  'wiki-views': { path: '/user_view_history/wiki/{wikiid}', of: 'wiki id', isInternal: true, isCounted: true },
  'created-users': { path: '/users/created_users', of: 'site', isPaged: true, isInternal: true },
  'periodic-reviews': { path: '/periodic_review', of: 'site', isPaged: true, isInternal: true },
  'periodic-review': { path: '/periodic_review/{prsid}', of: 'periodic-reviews', isInternal: true },
  'user-reviews': { path: '/periodic_review/reviews/{userid}', of: 'user', isInternal: true },
  'user-review-documents': { path: '/periodic_review/documents/{userid}', of: 'user', isInternal: true },
  'user-review-requests': { path: '/periodic_review/requests/{userid}', of: 'user', isInternal: true },
  'quiz-sessions': { path: '/quizzes/sessions', of: 'site', isPaged: true, isInternal: true },
  'quiz-submission': { path: '/quizzes/submissions/{sessionid}', of: 'quiz-sessions', isInternal: true },
  'training-modules': { path: '/external_training_modules/current', of: 'site', isInternal: true },
  'training-module-usage': { path: '/external_training_modules/{id}/usage', of: 'training-modules', isInternal: true },
  'training-module-player': { path: '/external_training_modules/{id}/player', of: 'training-modules', isInternal: true },
  'training-module-imports': { path: '/external_training_modules/{id}/imports', of: 'training-modules', isInternal: true },
  'work-log': { path: '/work_log', of: 'site', isPaged: true, isInternal: true },
  'work-log-entry': { path: '/work_log/{entryid}', of: 'work-log', isInternal: true },
} as const satisfies Record<string, Extra>

export type ExtraKind = keyof typeof EXTRAS
export const EXTRA_KINDS = Object.keys(EXTRAS) as ExtraKind[]

/** The same for `/users`, which is stored as a list. */
export const EXTRA_LIST = 'users' as const
export const EXTRA_NAMES = [...EXTRA_KINDS, EXTRA_LIST] as const
export type ExtraName = (typeof EXTRA_NAMES)[number]

export const extraOf = (kind: ExtraKind): Extra => EXTRAS[kind]

export function isExtra(kind: string): kind is ExtraKind {
  return Object.hasOwn(EXTRAS, kind)
}

/** The name of what varies in an extra's path; '' when nothing does. */
export const variableOf = (kind: ExtraKind): string => /\{(\w+)\}/.exec(EXTRAS[kind].path)?.[1] ?? ''

/** Where an extra is asked for. `id` is that of its record: a number, a namespace, `CATEGORY/title`, or '' for what there is one of. */
export function extraPath(kind: ExtraKind, id: string): string {
  const value = variableOf(kind) === 'title' ? id.slice(id.indexOf('/') + 1) : id
  return EXTRAS[kind].path.replace(/\{\w+\}/, () => encodeURIComponent(value))
}
