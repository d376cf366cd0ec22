import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFleetFile } from '../../src/queue/fleet-file.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

async function read(fleet: unknown) {
  const path = join(await temporaryFolder(), 'fleet.json')
  writeFileSync(path, typeof fleet === 'string' ? fleet : JSON.stringify(fleet))
  return readFleetFile(path)
}

const SOURCE = 'https://repair.example'
const STORE = 's3://bucket/fleet'
const service = (more: object) => ({ store: STORE, services: [{ name: 'one', options: { source: SOURCE }, ...more }] })

test('a service has the options and the schedule of its fleet, unless it has its own', async () => {
  const { services, timeZone } = await read({
    store: `${STORE}/`,
    schedule: '0 2 * * *',
    options: { maxRate: 2, lang: ['de', 'fr'] },
    services: [
      { name: 'one', options: { source: SOURCE, site: 'https://one.example/guides/' } },
      { name: 'two', schedule: '0 4 * * *', shards: 3, priority: 5, options: { source: SOURCE, maxRate: 1 } },
    ],
  })
  expect(timeZone).toBe('UTC')
  expect(services).toEqual([
    {
      name: 'one',
      schedule: '0 2 * * *',
      priority: 1000,
      shards: 1,
      options: { source: SOURCE, maxRate: '2', lang: 'de,fr', site: 'https://one.example', base: '/guides/' },
    },
    {
      name: 'two',
      schedule: '0 4 * * *',
      priority: 5,
      shards: 3,
      options: { source: SOURCE, maxRate: '1', lang: 'de,fr' },
    },
  ])
})

test.each([
  ['{', 'JSON'],
  [{ store: STORE, services: [] }, '"services" is empty.'],
  [{ store: STORE, services: [{ name: '../one' }] }, 'service ../one: "name" must be of letters'],
  [{ services: [] }, '"store" is missing'],
  [{ store: STORE, services: [{ name: 'one' }, {}] }, 'service 2: "name" is missing'],
  [{ ...service({}), timeZone: 'Berlin' }, '"timeZone" must be a time zone'],
  [{ store: 'here', services: [{ name: 'one', options: { source: SOURCE } }] }, 'fleet.json: "store" must be an address'],
  [{ store: STORE, services: [{ name: 'one', options: {} }] }, 'service one: there is no "source"'],
  [{ store: STORE, services: ['one', 'One'].map((name) => ({ name, options: { source: SOURCE } })) }, 'two services are called one'],
  [service({ options: { source: SOURCE, maxrate: 2 } }), 'Did you mean "maxRate"?'],
  [service({ options: { source: SOURCE, maxRate: 'fast' } }), '"maxRate" in '],
  [service({ options: { source: SOURCE, cache: 'here' } }), '"cache" is decided by the worker'],
  [service({ options: { source: SOURCE, token: 'secret' } }), 'the workers read it from FLEET_TOKEN_ONE'],
  [service({ options: { source: SOURCE, logo: 'logo.svg' } }), '"logo" must be an absolute path'],
  [service({ shards: 0 }), 'service one: "shards" must be >=1'],
  [service({ shards: '2' }), 'service one: "shards" must be of type number, not string.'],
  [service({ prioritty: 1 }), 'service one: "prioritty" is no field of it. Did you mean "priority"?'],
])('%j is refused with a sentence', async (fleet, sentence) => {
  await expect(read(fleet)).rejects.toThrow(sentence)
})

test('a file that is missing is named', () => {
  expect(() => readFleetFile('/nowhere/fleet.json')).toThrow('/nowhere/fleet.json: there is no such file.')
})

test('the error has a code', async () => {
  await expect(read({ store: STORE, services: [] })).rejects.toMatchObject({ code: 'ERR_FLEET', exitCode: 2 })
})
