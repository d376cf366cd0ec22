import { comment, comments } from './comments.ts'
import { featuredGuides, guide, guides, guidesOfUser, tagsOfGuide } from './guides.ts'
import { categories } from './hierarchy.ts'
import { listing } from './listing.ts'
import { image, video } from './media-records.ts'
import { badgesOfUser, membersOfTeam, teams, user, users, usersByName } from './people.ts'
import { type Ask, type Handler, invalid, missing, type Refusal, type Reply, stored } from './reply.ts'
import { search } from './search.ts'
import { childrenOfWiki, tagsOfWiki, wiki, wikis } from './wikis.ts'

const site: Handler = async ({ cache }) => stored(await cache.recordText({ kind: 'site', id: '' }), 'What the site says of itself')
const notCached: Handler = async () => missing('What this endpoint answers')
const ofCurrentUser: Handler = async ({ isAdmin }) => (isAdmin ? missing('A current user') : UNAUTHORISED)

const UNAUTHORISED: Refusal = { status: 401, message: 'This path is about the current user: send "Authorization: api TOKEN".' }

/** Paths below `/api/2.0`, as they are on the wire; the first that fits counts. A variable that ends in `id` is a whole number. */
const ROUTES: readonly (readonly [RegExp, Handler])[] = [
  [/^\/guides$/, guides],
  [/^\/guides\/featured$/, featuredGuides],
  [/^\/guides\/releases$/, notCached],
  [/^\/guides\/(?<guideid>[^/]+)$/, guide],
  [/^\/guides\/(?<guideid>[^/]+)\/tags$/, tagsOfGuide],
  [/^\/wikis\/(?<namespace>[^/]+)$/, wikis],
  [/^\/wikis\/(?<namespace>CATEGORY)\/(?<title>.+)\/children$/i, childrenOfWiki],
  [/^\/wikis\/(?<namespace>[^/]+)\/(?<title>.+)\/tags$/, tagsOfWiki],
  [/^\/wikis\/(?<namespace>[^/]+)\/(?<title>.+)$/, wiki],
  [/^\/categories$/, categories],
  [/^\/tags$/, listing('tags')],
  [/^\/teams$/, teams],
  [/^\/teams\/(?<teamid>[^/]+)$/, membersOfTeam],
  [/^\/users$/, users],
  [/^\/users\/search\/(?<search>[^/]+)$/, usersByName],
  [/^\/users\/created_users$/, notCached],
  [/^\/users\/(?<userid>[^/]+)$/, user],
  [/^\/users\/(?<userid>[^/]+)\/badges$/, badgesOfUser],
  [/^\/users\/(?<userid>[^/]+)\/guides$/, guidesOfUser],
  [/^\/user(\/.*)?$/, ofCurrentUser],
  [/^\/comments$/, comments],
  [/^\/comments\/(?<commentid>[^/]+)$/, comment],
  [/^\/media\/images\/(?<media>[\w-]+)$/, image],
  [/^\/media\/videos\/(?<media>[\w-]+)$/, video],
  [/^\/sites\/info$/, site],
  [/^\/search\/(?<search>.+)$/, search],
]

/** Answers one path below `/api/2.0`. */
export async function route(path: string, ask: Omit<Ask, 'params'>): Promise<Reply> {
  for (const [pattern, handler] of ROUTES) {
    const match = pattern.exec(path)
    if (!match) continue
    const params = decoded(match.groups ?? {})
    if (!params) return { status: 422, message: 'The path is not encoded as a URL must be: write a "%" as "%25".' }
    const wrong = Object.keys(params).find((name) => name.endsWith('id') && !/^\d{1,15}$/.test(params[name] ?? ''))
    return wrong ? invalid(wrong, `must be a whole number, not "${params[wrong]}".`) : handler({ ...ask, params })
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
