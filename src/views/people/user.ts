import type { PageHead } from '../site/head.ts'
import { badgesSchema, userSchema } from '../../model/user.ts'
import { toHtml } from '../../render/to-html.ts'
import { listingPage, pathOf } from '../../routes.ts'
import { avatarOf, nameOf, teamName, userName } from './author.ts'
import { guideCards } from '../catalog/card.ts'
import { hrefOf, originalOf, renderContext } from '../site/links.ts'
import { itemsOn, pagedTitle, pageParams, pagerOf } from '../catalog/paging.ts'
import { pictureOf } from '../media/picture.ts'
import { readIfReadable, readRecord } from '../catalog/records.ts'
import { isPrivate } from '../catalog/catalog.ts'
import type { Site } from '../site/site.ts'
import { momentOf } from '../site/time.ts'
import { attempt } from '../catalog/unreadable.ts'
import { wikiOfPage } from '../wiki/wiki.ts'
import { howMany, privilegesLine } from '../site/words.ts'

/** The pages of all users. */
export function userPaths(site: Site): { id: string; page: string | undefined; userid: number }[] {
  return [...site.catalog.users.values()].flatMap(({ userid, guideids }) =>
    pageParams(guideids.length).map((page) => ({ id: String(userid), page, userid })),
  )
}

/** One page of a user: the profile on the first page, then the user's guides. */
export type UserView = Awaited<ReturnType<typeof userView>>

export async function userView(site: Site, userid: number, page: number) {
  const entry = site.catalog.users.get(userid)
  const key = { kind: 'user', id: String(userid) } as const
  const { value: user, isUnreadable } = await attempt(key, () => readRecord(site.cache, key, userSchema))
  const badges = page === 1 ? await readIfReadable(site.cache, { kind: 'user-badges', id: String(userid) }, badgesSchema) : []
  const { record, content: wiki, unreadable } = await wikiOfPage(site, { kind: 'wiki', namespace: 'USER', title: String(userid) }, page)
  const guideids = entry?.guideids ?? []
  const name = userName(site, userid, user)
  const path = pathOf({ kind: 'user', userid })
  const original = originalOf(site, user?.url || `/User/${userid}`)
  const teams = user?.teams.map((teamid) => site.catalog.teams.get(teamid)).filter((team) => team !== undefined) ?? []
  return {
    head: {
      title: pagedTitle(site, name, page),
      description: site.words.say('user.description', { person: name, site: site.name }),
      path: listingPage(path, page),
      ref: { kind: 'user', userid },
      isPrivate: record !== undefined && isPrivate(site, { kind: 'wiki', namespace: 'USER', title: String(userid) }),
    } satisfies PageHead,
    title: name,
    lead: howMany(site.words, 'count.guides', guideids.length),
    avatar: user && avatarOf(site, user),
    /** `@name`, which distinguishes people with the same name; never an e-mail address. */
    handle: user?.unique_username ? `@${nameOf(user.unique_username)}` : '',
    /** Their role on the original site: `Author and moderator`; '' if unknown. */
    privileges: privilegesLine(site.words, user?.privileges ?? []),
    joined: momentOf(user?.join_date ?? 0, site.words.lang),
    reputation: user && user.reputation > 0 ? site.words.number(user.reputation) : '',
    badges: (badges ?? []).map((badge) => ({
      name: badge.name || badge.title || site.words.say('user.badge'),
      text: badge.description,
      count: badge.count,
      picture: pictureOf(site, badge.image, ''),
    })),
    teams: teams.map(({ teamid, name }) => ({ name: teamName(site, teamid, name), href: hrefOf(site, { kind: 'team', teamid }) })),
    about: toHtml(
      { rendered: user?.about_rendered ?? '', raw: user?.about_raw ?? '' },
      await renderContext(site, [user?.about_rendered || user?.about_raw || ''], original),
    ),
    wiki,
    /** The message that the profile or the user's own text is unreadable; '' if it is readable. */
    unreadable: isUnreadable ? site.words.say('page.textUnreadable') : unreadable,
    cards: await guideCards(site, itemsOn(guideids, page)),
    pager: pagerOf(site, path, page, guideids.length),
    original,
  }
}
