import { expect, test } from 'vitest'
import { teamView } from '../../../src/views/people/team.ts'
import { siteOf } from '../small-site.ts'
import { userView } from '../../../src/views/people/user.ts'

const placeAt = async (latitude: unknown, longitude: unknown) => {
  const site = await siteOf({ lists: { teams: [{ teamid: 4, name: 'Wheel Stand', latitude, longitude }] } })
  return (await teamView(site, 4, 1)).place
}

test('a team with coordinates links to a map', async () => {
  expect(await placeAt('51.5332', '9.9351')).toEqual({
    words: '51.5332, 9.9351',
    href: 'https://www.openstreetmap.org/?mlat=51.5332&mlon=9.9351#map=15/51.5332/9.9351',
  })
  expect(await placeAt(-90, 180)).toMatchObject({ words: '-90, 180' })
})

test.for([
  ['nothing', '', ''],
  ['half a place', '51.5', ''],
  ['a latitude beyond a pole', '95.1', '9.9'],
  ['a latitude below the other pole', '-95.1', '9.9'],
  ['a longitude beyond the date line', '51.5', '181'],
  ['words', 'by the', 'harbour'],
] as const)('a team with %s links to none', async ([, latitude, longitude]) => {
  expect(await placeAt(latitude, longitude)).toBeUndefined()
})

const DEEP = '<div>'.repeat(2000)

test('if the text of a user or a team is too large to show, a link leads to the original', async () => {
  const site = await siteOf({
    records: [{ kind: 'user', id: '7', body: { userid: 7, username: 'Ada', about_rendered: `Words ${DEEP}` } }],
    lists: { teams: [{ teamid: 4, name: 'Bench', description: `Words ${DEEP}` }] },
  })
  expect((await userView(site, 7, 1)).about).toContain('href="https://repair.example/User/7"')
  expect((await teamView(site, 4, 1)).description).toContain('href="https://repair.example/Team/4"')
})
