import { comment, comments } from './comments.ts'
import { EXTRA_ROUTES, viewHistory } from './extras.ts'
import { guide, guides, guidesOfUser, tagsOfGuide } from './guides.ts'
import { categories } from './hierarchy.ts'
import { document, image, video } from './media-records.ts'
import { badgesOfUser, membersOfTeam, teams, user, usernames, users, usersByName } from './people.ts'
import { type ListName, LISTS, type RecordKind, RECORDS } from '../../model/resources.ts'
import { listing, recordOf } from './records.ts'
import { type Ask, type Handler, invalid, missing, notCrawled, type Refusal, type Reply } from '../reply.ts'
import { search, suggest } from './search.ts'
import { childrenOfWiki, documentsOfWiki, identificationOfWiki, tagsOfWiki, wiki, wikis } from './wikis.ts'

const site: Handler = (ask) => recordOf(ask, { kind: 'site', id: '' }, 'What the site says of itself')
const ofCurrentUser: Handler = async ({ isAdmin }) => (isAdmin ? missing('A current user') : UNAUTHORISED)

const UNAUTHORISED: Refusal = { status: 401, message: 'This path is about the current user: send "Authorization: api TOKEN".' }

/** The handlers of the lists in the table of resources, and of its records; more specific ones come first. */
const LIST_HANDLERS: Partial<Record<ListName, Handler>> = {
  guides,
  'guides-featured': listing('guides-featured'),
  tags: listing('tags'),
  teams,
  users,
  comments,
}
const RECORD_HANDLERS: Partial<Record<RecordKind, Handler>> = {
  site,
  categories,
  guide,
  'guide-tags': tagsOfGuide,
  'category-children': childrenOfWiki,
  'category-identification': identificationOfWiki,
  'category-documents': documentsOfWiki,
  'wiki-tags': tagsOfWiki,
  wiki,
  'team-members': membersOfTeam,
  user,
  'user-badges': badgesOfUser,
  'user-guides': guidesOfUser,
}

/** Paths below `/api/2.0`, as in requests; the first match counts. A variable that ends in `id` is an integer. */
const ROUTES: readonly (readonly [RegExp, Handler])[] = [
  ...EXTRA_ROUTES,
  ...routesOf(LISTS, LIST_HANDLERS),
  // All six namespaces, and the forms of the category tree.
  [/^\/wikis\/(?<namespace>[^/]+)$/, wikis],
  [/^\/users\/search\/(?<search>[^/]+)$/, usersByName],
  [/^\/users\/searchnames\/(?<search>[^/]+)$/, usernames],
  [/^\/users\/(email|sso|employee_id)\/[^/]+$/, async () => missing('A user by an address or by an id of another system')],
  [/^\/user(\/.*)?$/, ofCurrentUser],
  ...routesOf(RECORDS, RECORD_HANDLERS),
  [/^\/comments\/(?<commentid>[^/]+)$/, comment],
  [/^\/media\/images\/(?<media>[\w-]+)$/, image],
  [/^\/media\/videos\/(?<media>[\w-]+)$/, video],
  [/^\/media\/documents\/(?<media>[\w-]+)$/, document],
  [/^\/search\/(?<search>.+)$/, search],
  [/^\/suggest\/(?<search>.+)$/, suggest],
  [/^\/user_view_history\/(user|guide|wiki)\/[^/]+$/, viewHistory],
  [/^\/(external_training_modules|periodic_review|quizzes|work_log)(\/.*)?$/, async () => notCrawled('What this endpoint answers')],
]

function routesOf<K extends string>(resources: Readonly<Record<K, { path: string }>>, handlers: Readonly<Partial<Record<K, Handler>>>) {
  return (Object.entries(handlers) as [K, Handler][]).map(([name, handler]) => [patternOf(resources[name].path), handler] as const)
}

/** A title may contain slashes. The namespace of categories is case-insensitive. */
function patternOf(path: string): RegExp {
  const [bare = ''] = path.split('?')
  const pattern = bare
    .replace('CATEGORY', '(?<namespace>CATEGORY)')
    .replace(/\{(\w+)\}/g, (_, name: string) => (name === 'title' || bare.includes('CATEGORY/') ? '(?<title>.+)' : `(?<${name}>[^/]+)`))
  return new RegExp(`^${pattern}$`, bare.includes('CATEGORY') ? 'i' : '')
}

/** Answers one path below `/api/2.0`. */
export async function route(path: string, ask: Omit<Ask, 'params'>): Promise<Reply> {
  for (const [pattern, handler] of ROUTES) {
    const match = pattern.exec(path)
    if (!match) continue
    const params = decoded(match.groups ?? {})
    if (!params) return { status: 422, message: 'The path is not encoded as a URL must be: write a "%" as "%25".' }
    const wrong = Object.keys(params).find((name) => name.endsWith('id') && !/^\d{1,15}$/.test(params[name] ?? ''))
    if (wrong) return invalid(wrong, `must be a whole number, not "${params[wrong]}".`)
    return handler({ ...ask, params })
  }
  return { status: 404, message: `There is no ${path} in this service.` }
}

function decoded(groups: Record<string, string>): Record<string, string> | undefined {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    return undefined // an invalid percent escape in the path
  }
}
