import type { Image } from '../../model/media.ts'
import { userSchema } from '../../model/user.ts'
import { addressFrom } from '../../routes.ts'
import { hrefOf } from '../site/links.ts'
import { type Picture, pictureFrom, pictureOf } from '../media/picture.ts'
import { readIfReadable } from '../catalog/records.ts'
import type { Site } from '../site/site.ts'

interface Person {
  userid: number
  username: string
  image?: Image | null
}

/** The id of the default picture (api-facts, Lists and paging). */
const DEFAULT_AVATAR = -32

/** A person as shown on a page. */
export type AuthorView = ReturnType<typeof authorView>

/** The author of a record; an unknown author has no page. */
export function authorView(site: Site, person: Person | null | undefined) {
  return {
    name: nameOf(person?.username ?? '') || site.words.say('user.unknown'),
    /** Their page; undefined if the site has none. */
    href: person ? hrefOf(site, { kind: 'user', userid: person.userid }) : undefined,
    /** Undefined for the service's default picture: initials are shown instead. */
    avatar: person ? avatarOf(site, person) : undefined,
  }
}

/** An author in a question's answer, with the page's addresses. */
export const authorFrom = (site: Site, { name, href, avatar }: AuthorView): AuthorView => ({
  name,
  href: href && addressFrom(site, href),
  avatar: avatar && pictureFrom(site, avatar),
})

/** The author of a record that may contain only their id; the rest comes from their own record. */
export async function knownAuthor(site: Site, person: Person): Promise<AuthorView> {
  if (person.username || person.userid <= 0) return authorView(site, person)
  const user = await readIfReadable(site.cache, { kind: 'user', id: String(person.userid) }, userSchema)
  const username = user?.username || site.catalog.users.get(person.userid)?.username || ''
  return authorView(site, { ...person, username, image: person.image ?? user?.image ?? null })
}

export function avatarOf(site: Site, { image }: Pick<Person, 'image'>): Picture | undefined {
  return image?.id === DEFAULT_AVATAR ? undefined : pictureOf(site, image, '')
}

/** A person's name. Some user names are e-mail addresses: the part from the @ on is hidden. */
export const nameOf = (username: string): string => username.replace(/(\S)@[^\s@]+\.[^\s@]+/g, '$1')

/** The name of a team's page. */
export const teamName = ({ words }: Site, teamid: number, name?: string): string => name || `${words.say('team.title')} ${teamid}`

/** The name of a user's page. */
export const userName = ({ catalog, words }: Site, userid: number, user?: { username: string }): string =>
  nameOf(user?.username || catalog.users.get(userid)?.username || '') || words.say('user.unnamed', { id: String(userid) })
