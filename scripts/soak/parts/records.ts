import fc from 'fast-check'
import { canonicalTitle } from '../../../src/model/title.ts'
import { mutate, mutations } from '../shapes/mutated.ts'
import { name } from '../shapes/texts.ts'
import { API, type Body, json } from '../site.ts'
import { guidePath, type Material, type Names, renamed } from './material.ts'
import type { ListName } from '../../../src/model/resources.ts'

/** Ids with a special meaning to hosts, languages or databases, in addition to those of the seed. */
const ODD_NUMBERS = [404, 500, 403, 2 ** 31, 2 ** 32 + 1, 2 ** 53 - 1, 100_000]

/** A guide with some invalid fields, in its list and in its answer. */
export function guide({ guides, items }: Material, names: Names): fc.Arbitrary<Body> {
  const shapes = { of: fc.nat(), own: fc.nat({ max: 6 }), odd: fc.option(fc.constantFrom(...ODD_NUMBERS), { freq: 8 }) }
  return fc
    .record({
      ...shapes,
      isListed: fc.constantFrom(true, true, false),
      isImpostor: fc.constantFrom(false, false, false, true),
      mutations,
      ofItem: mutations,
      isItemOdd: fc.boolean(),
    })
    .map(({ of, own, odd, isListed, isImpostor, mutations: all, ofItem, isItemOdd }) => {
      const guideid = odd ?? names.first + own
      const record = renamed(guides[of % guides.length], names) as Record<string, unknown>
      const item = renamed(items.guides?.[of % guides.length], names) as Record<string, unknown>
      Object.assign(record, { guideid })
      Object.assign(item, { guideid })
      mutate(record, all)
      if (isItemOdd) mutate(item, ofItem)
      if (isImpostor) record.guideid = 2 + (of % 30)
      const stub = renamed(items.guides?.[0], names) as object
      // A guide that is not listed is found as a prerequisite.
      const leading = { ...record, guideid: names.first + 9, prerequisites: [{ guideid, title: 'x' }] }
      return isListed
        ? { answers: new Map([[guidePath(guideid), json(record)]]), items: { guides: [item] } }
        : {
            answers: new Map([
              [guidePath(guideid), json(record)],
              [guidePath(names.first + 9), json(leading)],
            ]),
            items: { guides: [{ ...stub, guideid: names.first + 9 }] },
          }
    })
}

/** A wiki with a problematic name. */
export function wiki({ wikis, items }: Material, names: Names): fc.Arbitrary<Body> {
  return fc
    .record({
      of: fc.nat(),
      title: name,
      isBare: fc.constantFrom(false, false, true),
      mutations,
      ofItem: mutations,
      isItemOdd: fc.boolean(),
    })
    .map(({ of, title: odd, isBare, mutations: all, ofItem, isItemOdd }) => {
      const { namespace, record: good } = wikis[of % wikis.length] ?? { namespace: 'WIKI', record: {} }
      const title = isBare ? odd : `${odd} ${names.seed}`
      const record = Object.assign(renamed(good, names) as Record<string, unknown>, { title, namespace })
      const list = `wikis-${namespace}` as ListName
      const item = Object.assign(renamed(items[list]?.[0] ?? {}, names) as Record<string, unknown>, {
        title,
        namespace,
        display_title: title,
      })
      mutate(record, all)
      if (isItemOdd) mutate(item, ofItem)
      return { answers: new Map([[`${API}/wikis/${namespace}/${canonicalTitle(title)}`, json(record)]]), items: { [list]: [item] } }
    })
}

/** Users with dependent records, whom a guide names as its author. */
export function person({ users, guides, items }: Material, names: Names): fc.Arbitrary<Body> {
  return fc
    .record({ of: fc.nat(), own: fc.nat({ max: 6 }), username: name, mutations, ofBadges: mutations, ofTeam: mutations })
    .map(({ of, own, username, mutations: all, ofBadges, ofTeam }) => {
      const userid = names.first + own
      const record = Object.assign(renamed(users[of % users.length], names) as object, { userid, username, teams: [names.first + own] })
      const badges: unknown = { badges: [{ title: username, image: null, count: 1 }] }
      const team = Object.assign(renamed(items.teams?.[of % (items.teams.length || 1)] ?? {}, names) as object, {
        teamid: names.first + own,
      })
      const members: unknown = { members: [{ userid, username }] }
      const guideid = names.first + 7
      const written = Object.assign(renamed(guides[of % guides.length], names) as object, { guideid, author: { userid, username } })
      const listed = Object.assign(renamed(items.guides?.[0], names) as object, { guideid, userid, username })
      mutate(record, all)
      mutate(badges, ofBadges)
      mutate(team, ofTeam)
      const answers = new Map([
        [`${API}/users/${userid}`, json(record)],
        [`${API}/users/${userid}/badges`, json(badges)],
        [`${API}/teams/${userid}`, json(members)],
        [guidePath(guideid), json(written)],
      ])
      return { answers, items: { guides: [listed], teams: [team] } }
    })
}
