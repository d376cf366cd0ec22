import { beforeAll, describe, expect, test } from 'vitest'
import { Peer } from '../../scripts/conformance/peer.ts'
import { CHECKS, conformance, type Result } from '../../scripts/conformance/run.ts'
import { openCache } from '../../src/cache/reader.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { type RunningService, startService } from '../../src/replica/http/server.ts'
import { optionsFor } from '../crawl/server.ts'
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
