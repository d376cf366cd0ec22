import { guidesOfUserSchema, releasesSchema } from '../../model/extras.ts'
import { userSchema } from '../../model/user.ts'
import { authorFrom, authorView, type AuthorView } from '../people/author.ts'
import { foreignLang } from '../site/lang.ts'
import { readIfReadable } from '../catalog/records.ts'
import { parsedItem } from '../../model/parse.ts'
import type { Site } from '../site/site.ts'
import { momentOf } from '../site/time.ts'
import { attempt } from '../catalog/unreadable.ts'
import type { ViewCache } from '../trace/tracked-cache.ts'
import { onceFor, question } from '../trace/tracked-site.ts'
import { howMany } from '../site/words.ts'

/** The maximum number of names; the count covers the rest. */
const MAX_PEOPLE = 24

const historyOf = question('history of guide', async (site: Site, guideid: number) => {
  const { completions, favorites } = await readPeople(site.cache)
  const completed = completions.get(guideid) ?? []
  return {
    /** `Completed by 3 people` */
    completed: howMany(site.words, 'count.completions', completed.length),
    /** Those of them with a page on this site. */
    people: await namedPeople(site, completed),
    /** `A favourite of 2 people`: the count only. */
    favorites: howMany(site.words, 'count.favorites', favorites.get(guideid)?.length ?? 0),
    releases: await releasesOf(site, guideid),
    /** The language of the names if it differs from the site's. */
    lang: foreignLang(site, site.sourceLang),
  }
})

/** Statistics of a guide, if `--extra` copied them; otherwise texts and lists are empty. Links and pictures are relative to the page. */
export async function guideHistory(site: Site, guideid: number) {
  const history = await historyOf(site, guideid)
  return { ...history, people: history.people.map((person) => authorFrom(site, person)) }
}

function namedPeople(site: Site, userids: readonly number[]): Promise<AuthorView[]> {
  const known = userids.map((userid) => site.catalog.users.get(userid)).filter((user) => user !== undefined)
  const named = known.slice(0, MAX_PEOPLE).map(async (user) => {
    const profile = await readIfReadable(site.cache, { kind: 'user', id: String(user.userid) }, userSchema)
    return authorView(site, { ...user, image: profile?.image ?? null })
  })
  return Promise.all(named)
}

/**
 * Inverts the service's data, which is by user, into data by guide. The specification does not document these answers (sections 4.5 and
 * 4.9): unreadable ones are skipped.
 */
const readPeople = onceFor(async (cache: ViewCache) => ({
  completions: await usersByGuide(cache, 'user-completions'),
  favorites: await usersByGuide(cache, 'user-favorites'),
}))

async function usersByGuide(cache: ViewCache, kind: 'user-completions' | 'user-favorites'): Promise<ReadonlyMap<number, number[]>> {
  const users = new Map<number, number[]>()
  for await (const key of cache.keys(kind)) {
    const { value: answer } = await attempt(key, () => cache.record(key))
    for (const guideid of new Set(parsedItem(guidesOfUserSchema, answer)?.map((item) => item.guideid))) {
      const userids = users.get(guideid) ?? []
      userids.push(Number(key.id))
      users.set(guideid, userids)
    }
  }
  for (const userids of users.values()) userids.sort((a, b) => a - b)
  return users
}

/** Most services have none: looking for a file for each guide takes longer than its other questions. */
const idsWithReleases = onceFor(
  async (cache: ViewCache) => new Set((await Array.fromAsync(cache.keys('guide-releases'))).map(({ id }) => id)),
)

/** The releases, latest first, with name and date but without author. One planned for a date after the copy is left out. */
async function releasesOf({ cache, words }: Site, guideid: number) {
  const key = { kind: 'guide-releases', id: String(guideid) } as const
  if (!(await idsWithReleases(cache)).has(key.id)) return []
  const { value: answer } = await attempt(key, () => cache.record(key))
  const copiedAt = Date.parse(cache.manifest.finishedAt) / 1000
  return (parsedItem(releasesSchema, answer) ?? [])
    .filter(({ date }) => date <= copiedAt)
    .sort((a, b) => b.date - a.date)
    .flatMap(({ version, title, date }) => {
      const moment = momentOf(date, words.lang)
      return moment ? [{ name: [version, title].filter(Boolean).join(' · '), date: moment }] : []
    })
}
