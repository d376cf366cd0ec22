import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { searchDocuments } from '../../../src/views/search/search-documents.ts'
import { openSite } from '../../../src/views/site/site.ts'
import { readConfig } from '../../../src/config.ts'
import { benchbook } from '../../benchbook.ts'
import { temporaryFolder, writeCache } from '../../cache/small-cache.ts'
import { guide, guidesCache, wiki } from '../small-site.ts'

const SECRET = 'ada.secret'
const ADDRESS = `${SECRET}@mail.example`
/** What an admin sees of a user; the name is an address too. */
const user = { userid: 7, username: 'ada@mail.example', unique_username: 'ada@mail.example', email: ADDRESS, emails: [ADDRESS], teams: [1] }
const comment = { commentid: 1, author: { ...user, userid: 7 }, text_rendered: '<p>Thanks</p>', status: 'public', date: 1, replies: [] }

const CACHE = guidesCache(
  [
    guide(1, { username: user.username, author: user, comments: [comment] }),
    guide(2, { username: user.username, author: user, steps: [{ stepid: 21, guideid: 2, orderby: 1, lines: [], comments: [comment] }] }),
  ],
  {
    records: [
      { kind: 'user', id: '7', body: user },
      { kind: 'team-members', id: '1', body: [user] },
      wiki('Kettle', { author: user, authors: [{ ...user, percent: 100 }] }),
    ],
    lists: { teams: [{ teamid: 1, name: 'Bench', owner: 7, member_count: 1 }] },
  },
)

test('no e-mail address of a user reaches a page or the index, also when it is their name', async () => {
  const folder = await temporaryFolder()
  const [cache, out] = [join(folder, 'cache'), join(folder, 'dist')]
  await writeCache(cache, CACHE)
  expect(await benchbook(['build', '--cache', cache, '--out', out])).toMatchObject({ code: 0 })
  const files = (await readdir(out, { recursive: true })).filter((name) => /\.(html|json|xml|txt)$/.test(name))
  const texts = await Promise.all(files.map((name) => readFile(join(out, name), 'utf8')))
  const documents: string[] = []
  for await (const document of searchDocuments(await openSite(readConfig({ cache }, {})))) documents.push(JSON.stringify(document))
  expect([...texts, ...documents].filter((text) => text.includes('mail.example') || text.includes(SECRET))).toEqual([])
  expect(texts.filter((text) => text.includes('>ada<')).length).toBeGreaterThan(3)
  expect(documents.some((document) => document.includes('"title":"ada"'))).toBe(true)
})
