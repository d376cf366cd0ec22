import { expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { collect } from './server.ts'
import { crawlSmall, guide, guides } from './small-service.ts'

const namesOf = async (cache: string) => (await collect((await openCache(cache)).keys())).map(({ kind, id }) => `${kind} ${id}`)

test('after a night that lost all guides they are requested again, but not what only they name', async () => {
  const users = Array.from({ length: 20 }, (_, at) => ({ userid: 101 + at, username: 'U' }))
  const night: { details?: number } = {}
  const { cache, again } = await crawlSmall({
    // The list contains no users.
    guides: guides(20),
    answers: {
      ...Object.fromEntries(users.map(({ userid }, at) => [`/guides/${at + 1}`, guide(at + 1, { author: { userid } })])),
      ...Object.fromEntries(users.map((user) => [`/users/${user.userid}`, user])),
    },
    instead: (path) => path.startsWith('/guides/') && night.details,
  })
  const names = await namesOf(cache)
  expect(names.filter((name) => name.startsWith('user '))).toHaveLength(20)
  night.details = 404
  await again({ full: true })
  expect(await namesOf(cache)).toEqual(names)
  night.details = 0
  const { asked } = await again()
  const details = asked.filter((path) => /\/(guides|users)\/\d+(\?|$)/.test(path))
  expect(details.map((path) => /guides|users/.exec(path)?.[0])).toEqual(Array(20).fill('guides'))
  expect(await namesOf(cache)).toEqual(names)
})

test('no list is removed, wanted or not, while a list is too short, but the night after', async () => {
  const all = guides(20)
  const answers = { '/users': [{ userid: 7, username: 'U' }] }
  const { cache, reader, again } = await crawlSmall({ options: { extra: ['users'] }, guides: all, answers })
  const lengths = [await reader.listLength('users')]
  const lost = all.splice(0, 5)
  for (const listed of [[], lost]) {
    all.unshift(...listed)
    await again()
    lengths.push(await (await openCache(cache)).listLength('users'))
  }
  expect(lengths).toEqual([1, 1, undefined])
})

test('a new list that breaks off while another one is too short does not count as stored', async () => {
  const all = guides(20)
  const night = { hasTags: false }
  const { cache, again } = await crawlSmall({
    guides: all,
    instead: (path, { searchParams }) => {
      const tags = Array.from({ length: 200 }, (_, at) => `tag ${at}`)
      return night.hasTags && path === '/tags' && (searchParams.get('offset') === '0' ? tags : 500)
    },
  })
  all.splice(0, 5)
  night.hasTags = true
  const { shrunk, failures } = await again({ retries: 0 })
  expect([shrunk.map(({ list }) => list), failures.map(({ id }) => id)]).toEqual([['guides'], ['tags']])
  const { stored } = (await openCache(cache)).manifest
  expect(stored?.lists).toEqual(expect.objectContaining({ guides: 20 }))
  expect(stored?.lists).not.toHaveProperty('tags')
})
