import { notCached, readIfReadable } from '../catalog/records.ts'
import { parsedItem } from '../../model/parse.ts'
import type { WikiRef } from '../../model/ref.ts'
import { membersSchema, type Team, teamSchema, type User } from '../../model/user.ts'
import { listingPage, pageAt, pathOf, TEAMS } from '../../routes.ts'
import { toHtml } from '../../render/to-html.ts'
import { authorView, avatarOf, nameOf, teamName } from './author.ts'
import type { Card } from '../catalog/card.ts'
import { describe, type PageHead } from '../site/head.ts'
import { hrefOf, originalOf, renderContext } from '../site/links.ts'
import { itemsOn, type ListingView, pagedTitle, pageParams, pagerOf } from '../catalog/paging.ts'
import { pictureOf } from '../media/picture.ts'
import { isPrivate } from '../catalog/catalog.ts'
import type { Site } from '../site/site.ts'
import { question } from '../trace/tracked-site.ts'
import { wikiOfPage } from '../wiki/wiki.ts'
import { howMany } from '../site/words.ts'

/** The pages of all teams. */
export async function teamPaths(site: Site): Promise<{ id: string; page: string | undefined; teamid: number }[]> {
  const paths = [...site.catalog.teams.keys()].map(async (teamid) => {
    const members = await readMembers(site, teamid)
    return pageParams(members.length).map((page) => ({ id: String(teamid), page, teamid }))
  })
  return (await Promise.all(paths)).flat()
}

/** One page of a team: its description on the first page, then the members. */
export type TeamView = Awaited<ReturnType<typeof teamView>>

export async function teamView(site: Site, teamid: number, page: number) {
  const team = await readTeam(site, teamid)
  if (!team) throw notCached(`Team ${teamid}`, `team ${teamid}`)
  const members = await readMembers(site, teamid)
  const ref: WikiRef = { kind: 'wiki', namespace: 'TEAM', title: String(teamid) }
  const { record, content: about, unreadable } = await wikiOfPage(site, ref, page)
  const path = pathOf({ kind: 'team', teamid })
  const original = originalOf(site, `/Team/${teamid}`)
  const owner = members.find(({ userid }) => userid === team.owner)
  return {
    head: {
      title: pagedTitle(site, team.name, page),
      description: describe(team.description || site.words.say('team.description', { team: team.name })),
      path: listingPage(path, page),
      ref: { kind: 'team', teamid },
      isPrivate: record !== undefined && isPrivate(site, ref),
      crumbs: [{ title: site.words.say('teams.title'), href: pageAt(site, TEAMS) }, { title: team.name }],
    } satisfies PageHead,
    title: team.name,
    lead: howMany(site.words, 'count.members', team.member_count || members.length),
    picture: pictureOf(site, team.image, ''),
    description: toHtml({ rendered: team.description, raw: '' }, await renderContext(site, [team.description], original)),
    about,
    /** The message that the team's own text is unreadable; '' if it is readable. */
    unreadable,
    reputation: team.reputation > 0 ? site.words.number(team.reputation) : '',
    owner: owner && authorView(site, owner),
    /** Its location: `51.5332, 9.9351`, and a link to a map. */
    place: placeOf(team),
    cards: itemsOn(members, page).map((user) => userCard(site, user)),
    pager: pagerOf(site, path, page, members.length),
    original,
  }
}

/** One page of the list of all teams. */
export async function teamsView(site: Site, page: number): Promise<ListingView> {
  const title = site.words.say('teams.title')
  const teams = await Promise.all(itemsOn([...site.catalog.teams.values()], page).map(({ teamid }) => readTeam(site, teamid)))
  return {
    head: {
      title: pagedTitle(site, title, page),
      description: site.words.say('teams.description', { site: site.name }),
      path: listingPage(TEAMS, page),
    },
    title,
    lead: howMany(site.words, 'count.teams', site.catalog.teams.size),
    cards: teams.filter((team) => team !== undefined).map((team) => teamCard(site, team)),
    pager: pagerOf(site, TEAMS, page, site.catalog.teams.size),
  }
}

export const teamsPages = (site: Site): (string | undefined)[] => pageParams(site.catalog.teams.size)

/** A link to a public map; undefined without coordinates. */
function placeOf({ latitude, longitude }: Team) {
  const [north, east] = [Number.parseFloat(latitude), Number.parseFloat(longitude)]
  if (!(Math.abs(north) <= 90 && Math.abs(east) <= 180)) return undefined
  const href = `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=15/${north}/${east}`
  return { words: `${north}, ${east}`, href }
}

const readMembers = async (site: Site, teamid: number): Promise<User[]> =>
  (await readIfReadable(site.cache, { kind: 'team-members', id: String(teamid) }, membersSchema)) ?? []

const readTeam = question('details of team', async (site: Site, teamid: number): Promise<Team | undefined> => {
  const position = site.catalog.teams.get(teamid)?.position
  const team = position && parsedItem(teamSchema, await site.cache.listItem('teams', position))
  return team && { ...team, name: teamName(site, teamid, team.name) }
})

const userCard = (site: Site, user: User): Card => ({
  ...plainCard,
  kind: 'user',
  title: nameOf(user.username) || site.words.say('user.unnamed', { id: String(user.userid) }),
  href: hrefOf(site, { kind: 'user', userid: user.userid }),
  picture: avatarOf(site, user),
  facts: user.reputation > 0 ? [site.words.say('user.reputation', { reputation: user.reputation })] : [],
})

const teamCard = (site: Site, team: Team): Card => ({
  ...plainCard,
  kind: 'team',
  title: team.name,
  href: hrefOf(site, { kind: 'team', teamid: team.teamid }),
  picture: pictureOf(site, team.image, ''),
  facts: [howMany(site.words, 'count.members', team.member_count)].filter(Boolean),
})

const plainCard = { lang: undefined, leaving: false, summary: '', summaryLang: undefined }
