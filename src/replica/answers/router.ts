import { comment, comments } from './comments.ts'
import { EXTRA_ROUTES, viewHistory } from './extras.ts'
import { featuredGuides, guide, guides, guidesOfUser, tagsOfGuide } from './guides.ts'
import { categories } from './hierarchy.ts'
import { listing } from './listing.ts'
import { document, image, video } from './media-records.ts'
import { badgesOfUser, membersOfTeam, teams, user, usernames, users, usersByName } from './people.ts'
import { recordOf } from './records.ts'
import { type Ask, type Handler, invalid, missing, notCrawled, type Refusal, type Reply } from '../reply.ts'
import { search, suggest } from './search.ts'
import { childrenOfWiki, documentsOfWiki, identificationOfWiki, tagsOfWiki, wiki, wikis } from './wikis.ts'

const site: Handler = (ask) => recordOf(ask, { kind: 'site', id: '' }, 'What the site says of itself')
const ofNoCrawl: Handler = async () => notCrawled('What this endpoint answers')
const byOtherId: Handler = async () => missing('A user by an address or by an id of another system')
const ofCurrentUser: Handler = async ({ isAdmin }) => (isAdmin ? missing('A current user') : UNAUTHORISED)

const UNAUTHORISED: Refusal = { status: 401, message: 'This path is about the current user: send "Authorization: api TOKEN".' }

/** Paths below `/api/2.0`, as they are on the wire; the first that fits counts. A variable that ends in `id` is a whole number. */
const ROUTES: readonly (readonly [RegExp, Handler])[] = [
  ...EXTRA_ROUTES,
  [/^\/guides$/, guides],
  [/^\/guides\/featured$/, featuredGuides],
  [/^\/guides\/(?<guideid>[^/]+)$/, guide],
  [/^\/guides\/(?<guideid>[^/]+)\/tags$/, tagsOfGuide],
  [/^\/wikis\/(?<namespace>[^/]+)$/, wikis],
  [/^\/wikis\/(?<namespace>CATEGORY)\/(?<title>.+)\/children$/i, childrenOfWiki],
  [/^\/wikis\/(?<namespace>CATEGORY)\/(?<title>.+)\/identification$/i, identificationOfWiki],
  [/^\/wikis\/(?<namespace>CATEGORY)\/(?<title>.+)\/documents$/i, documentsOfWiki],
  [/^\/wikis\/(?<namespace>[^/]+)\/(?<title>.+)\/tags$/, tagsOfWiki],
  [/^\/wikis\/(?<namespace>[^/]+)\/(?<title>.+)$/, wiki],
  [/^\/categories$/, categories],
  [/^\/tags$/, listing('tags')],
  [/^\/teams$/, teams],
  [/^\/teams\/(?<teamid>[^/]+)$/, membersOfTeam],
  [/^\/users$/, users],
  [/^\/users\/search\/(?<search>[^/]+)$/, usersByName],
  [/^\/users\/searchnames\/(?<search>[^/]+)$/, usernames],
  [/^\/users\/(email|sso|employee_id)\/[^/]+$/, byOtherId],
  [/^\/users\/(?<userid>[^/]+)$/, user],
  [/^\/users\/(?<userid>[^/]+)\/badges$/, badgesOfUser],
  [/^\/users\/(?<userid>[^/]+)\/guides$/, guidesOfUser],
  [/^\/user(\/.*)?$/, ofCurrentUser],
  [/^\/comments$/, comments],
  [/^\/comments\/(?<commentid>[^/]+)$/, comment],
  [/^\/media\/images\/(?<media>[\w-]+)$/, image],
  [/^\/media\/videos\/(?<media>[\w-]+)$/, video],
  [/^\/media\/documents\/(?<media>[\w-]+)$/, document],
  [/^\/sites\/info$/, site],
  [/^\/search\/(?<search>.+)$/, search],
  [/^\/suggest\/(?<search>.+)$/, suggest],
  [/^\/user_view_history\/(user|guide|wiki)\/[^/]+$/, viewHistory],
  [/^\/(external_training_modules|periodic_review|quizzes|work_log)(\/.*)?$/, ofNoCrawl],
]

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
    return undefined // a stray % in the path
  }
}
