import fc from 'fast-check'
import { type ListName } from '../../../src/model/resources.ts'
import { canonicalTitle } from '../../../src/model/title.ts'
import { copyOf, type Material, type Names } from '../good-site.ts'
import { mutate, mutations } from '../shapes/mutated.ts'
import { name } from '../shapes/texts.ts'
import { API, type Body, guidePath, json } from '../site.ts'

/** Ids with a special meaning to hosts, languages or databases, in addition to those of the seed. */
const ODD_NUMBERS = [404, 500, 403, 2 ** 31, 2 ** 32 + 1, 2 ** 53 - 1, 100_000]

const own = fc.nat({ max: 6 })
const sometimesMutated = fc.option(mutations, { nil: [], freq: 1 })
const rarely = fc.constantFrom(false, false, true)

/** A guide with some invalid fields, in its list and in its answer; or one that is not listed, but found as a prerequisite. */
export function guide({ guides, items }: Material, names: Names): fc.Arbitrary<Body> {
  const odd = fc.option(fc.constantFrom(...ODD_NUMBERS), { freq: 8 })
  return fc
    .record({ at: fc.nat(), own, odd, isUnlisted: rarely, isImpostor: rarely, ofRecord: mutations, ofItem: sometimesMutated })
    .map(({ at, own, odd, isUnlisted, isImpostor, ofRecord, ofItem }) => {
      const guideid = odd ?? names.first + own
      const record = mutate(copyOf(guides, at, names, { guideid }), ofRecord)
      if (isImpostor) record.guideid = 2 + (at % 30)
      const answers = new Map([[guidePath(guideid), json(record)]])
      if (!isUnlisted) return { answers, items: { guides: [mutate(copyOf(items.guides, at, names, { guideid }), ofItem)] } }
      const listed = { guideid: names.first + 9 }
      answers.set(guidePath(listed.guideid), json({ ...record, ...listed, prerequisites: [{ guideid, title: 'x' }] }))
      return { answers, items: { guides: [copyOf(items.guides, 0, names, listed)] } }
    })
}

/** A wiki with a problematic name. */
export const wiki = ({ wikis, items }: Material, names: Names): fc.Arbitrary<Body> =>
  fc
    .record({ at: fc.nat(), odd: name, isBare: rarely, ofRecord: mutations, ofItem: sometimesMutated })
    .map(({ at, odd, isBare, ofRecord, ofItem }) => {
      const { namespace, record: good } = wikis[at % wikis.length] ?? { namespace: 'WIKI', record: {} }
      const title = isBare ? odd : `${odd} ${names.seed}`
      const record = mutate(copyOf([good], 0, names, { title, namespace }), ofRecord)
      const list = `wikis-${namespace}` as ListName
      const item = mutate(copyOf(items[list], 0, names, { title, namespace, display_title: title }), ofItem)
      return { answers: new Map([[`${API}/wikis/${namespace}/${canonicalTitle(title)}`, json(record)]]), items: { [list]: [item] } }
    })

/** A user with dependent records, whom a guide names as its author. */
export const person = ({ users, guides, items }: Material, names: Names): fc.Arbitrary<Body> =>
  fc
    .record({ at: fc.nat(), own, username: name, ofUser: mutations, ofBadges: mutations, ofTeam: mutations })
    .map(({ at, own, username, ofUser, ofBadges, ofTeam }) => {
      const [userid, guideid] = [names.first + own, names.first + 7]
      const user = mutate(copyOf(users, at, names, { userid, username, teams: [userid] }), ofUser)
      const badges = mutate({ badges: [{ title: username, image: null, count: 1 }] }, ofBadges)
      const team = mutate(copyOf(items.teams, at, names, { teamid: userid }), ofTeam)
      const answers = new Map([
        [`${API}/users/${userid}`, json(user)],
        [`${API}/users/${userid}/badges`, json(badges)],
        [`${API}/teams/${userid}`, json({ members: [{ userid, username }] })],
        [guidePath(guideid), json(copyOf(guides, at, names, { guideid, author: { userid, username } }))],
      ])
      return { answers, items: { guides: [copyOf(items.guides, 0, names, { guideid, userid, username })], teams: [team] } }
    })
