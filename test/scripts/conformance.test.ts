import { beforeAll, describe, expect, test } from 'vitest'
import { Known } from '../../scripts/conformance/known.ts'
import { Peer } from '../../scripts/conformance/peer.ts'
import { CHECKS, conformance, type Result } from '../../scripts/conformance/run.ts'
import { openCache } from '../../src/cache/reader.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { type RunningService, startService } from '../../src/replica/http/server.ts'
import { listen, optionsFor, sendJson } from '../crawl/server.ts'
import { folderForAll } from '../folders.ts'
import { SAMPLE } from '../sample-copy.ts'

const TOKEN = 'open-sesame'

/** What a service does not keep or show; each with the reason. All others of the checks it must keep. */
type Exceptions = Record<string, Pick<Result, 'outcome' | 'detail'>>

const IN_SAMPLE: Exceptions = {}

const notShown = (detail: string) => ({ outcome: 'not shown', detail }) as const
const IN_REPLICA: Exceptions = {
  'guide: a private one is 403 to a stranger, and 200 with the token': notShown('the first page of guides has no private one'),
}

describe.each([
  ['the sample service', false, IN_SAMPLE],
  ['a replica of it', true, IN_REPLICA],
])('%s', (_, isReplica, exceptions) => {
  const folder = folderForAll()
  const services: RunningService[] = []
  const start = async (cache: string) => {
    const service = await startService(await openCache(cache), { token: TOKEN })
    services.push(service)
    return service
  }
  const results = new Map<string, Result>()

  beforeAll(async () => {
    let { api } = await start(SAMPLE)
    if (isReplica) {
      await crawl(optionsFor(api, folder, { lang: ['de', 'ja'], extra: ['image', 'video'] }))
      api = (await start(folder)).api
    }
    for await (const result of conformance(new Peer(api, 'Benchbook/test', TOKEN))) results.set(result.name, result)
    return async () => void (await Promise.all(services.map((service) => service.close())))
  })

  test.for(CHECKS.map(({ name }) => name))('%s', (name) => {
    expect(results.get(name)).toEqual({ name, outcome: 'kept', detail: '', ...exceptions[name] })
  })
})

describe('a check', () => {
  test('has a name of its own', () => {
    expect(new Set(CHECKS.map(({ name }) => name)).size).toBe(CHECKS.length)
  })

  test.for(CHECKS.filter(({ name }) => !/404|a stranger is not told/.test(name)))('can fail: $name', async ({ run }) => {
    // A service that answers every question with the same nonsense keeps no law.
    const { url } = await listen((_, response) => sendJson(response, { message: 'Nonsense' }))
    const peer = new Peer(`${url}/api/2.0`, 'Benchbook/test', TOKEN)
    await expect(run(peer, new Known(peer))).rejects.toThrow()
  })

  test('of a service that does not answer is broken, with the request that showed it', async () => {
    const { url } = await listen((request) => request.socket.destroy())
    for await (const { outcome, detail } of conformance(new Peer(`${url}/api/2.0`, 'Benchbook/test', TOKEN))) {
      expect(outcome).toBe('broken')
      expect(detail).toContain(url)
    }
  })
})
