import { expect, test } from 'vitest'
import { teamView } from '../../../src/views/people/team.ts'
import { userView } from '../../../src/views/people/user.ts'
import { siteOf } from '../small-site.ts'

const DEEP = '<div>'.repeat(2000)

test('where the text of a user or a team is too much to be shown, a link leads to the original', async () => {
  const site = await siteOf({
    records: [{ kind: 'user', id: '7', body: { userid: 7, username: 'Ada', about_rendered: `Words ${DEEP}` } }],
    lists: { teams: [{ teamid: 4, name: 'Bench', description: `Words ${DEEP}` }] },
  })
  expect((await userView(site, 7, 1)).about).toContain('href="https://repair.example/User/7"')
  expect((await teamView(site, 4, 1)).description).toContain('href="https://repair.example/Team/4"')
})
