import type { LookupAddress } from 'node:dns'
import { isIP, setDefaultAutoSelectFamily, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Guard } from '../../src/fetch/guard.ts'
import { zoneOf } from '../../src/fetch/guard.ts'
import { RequestError } from '../../src/errors.ts'
import { clientFor, listen, MEDIA, thrownBy } from '../crawl/server.ts'
import { crawlSmall, guide } from '../crawl/small-service.ts'

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.255.3.4', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['0.0.0.0', 'private'],
  ['10.0.0.1', 'private'],
  ['100.64.0.1', 'private'],
  ['100.127.255.255', 'private'],
  ['169.254.169.254', 'private'],
  ['168.63.129.16', 'private'],
  ['168.63.129.17', 'public'],
  ['::ffff:0:7f00:1', 'private'],
  ['::ffff:0:8.8.8.8', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['198.18.0.1', 'private'],
  ['224.0.0.251', 'private'],
  ['255.255.255.255', 'private'],
  ['::', 'private'],
  ['::ffff:10.0.0.1', 'private'],
  ['::ffff:a9fe:a9fe', 'private'],
  ['::127.0.0.1', 'private'],
  ['64:ff9b::7f00:1', 'private'],
  ['64:ff9b::169.254.169.254', 'private'],
  ['64:ff9b:1::1', 'private'],
  ['2002:7f00:1::', 'private'],
  ['2001:0:7f00:1::', 'private'],
  ['fc00::1', 'private'],
  ['fd00:ec2::254', 'private'],
  ['fe80::1', 'private'],
  ['fe80::1%eth0', 'private'],
  ['ff02::1', 'private'],
  ['100.63.255.255', 'public'],
  ['100.128.0.1', 'public'],
  ['172.32.0.1', 'public'],
  ['9.9.9.9', 'public'],
  ['::ffff:9.9.9.9', 'public'],
  ['64:ff9b::909:909', 'public'],
  ['2606:4700::1111', 'public'],
] as const)('%s is %s', (address, zone) => {
  expect(zoneOf(address)).toBe(zone)
})

/**
 * Names and what they resolve to; the last applies from then on. 0.0.0.0 stands for a private network, since connections to it succeed;
 * 4000::1, which is unused, for the internet.
 */
type Names = Record<string, string[][]>

/** Connects as undici would: true, the outcome of a refusal, or another error as text. */
async function connect(guard: Guard, url: string): Promise<true | string> {
  const { hostname, port, protocol } = new URL(url)
  return new Promise((resolve) => {
    guard.connector(1000)({ hostname, port, protocol }, (error: Error | null, socket: Socket | null) => {
      socket?.destroy()
      resolve(!error || (error instanceof RequestError ? error.outcome : String(error)))
    })
  })
}

const resolving = (names: Names) => {
  const left = structuredClone(names)
  return (hostname: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => {
    const answers = left[hostname.replace(/\.$/, '')] ?? []
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? []
    done(
      null,
      Array.from(addresses, (address) => ({ address, family: isIP(address) })),
    )
  }
}

const LOCAL: Names = {
  'here.test': [['127.0.0.1']],
  'other.test': [['127.0.0.1']],
  'lan.test': [['0.0.0.0']],
  'mapped.test': [['::ffff:127.0.0.1']],
}
const OUTSIDE: Names = {
  ...LOCAL,
  'site.test': [['4000::1']],
  'rebound.test': [['4000::1'], ['127.0.0.1']],
  'mixed.test': [['4000::1', '127.0.0.1']],
}

test.each([
  ['a source on loopback may lead to loopback', 'http://here.test', 'http://other.test', [], true],
  ['also when it is named by its address', 'http://127.0.0.1', 'http://other.test', [], true],
  ['but not into the private network', 'http://here.test', 'http://lan.test', [], 'refused'],
  ['a source in the private network may be asked', 'http://lan.test', 'http://lan.test', [], true],
  ['but leads to no other host there', 'http://lan.test', 'http://0.0.0.0', [], 'refused'],
  ['nor to loopback', 'http://lan.test', 'http://here.test', [], 'refused'],
  ['unless the host is allowed', 'http://lan.test', 'http://here.test', ['HERE.test'], true],
  ['in any spelling', 'http://lan.test', 'http://here.test.', ['here.test'], true],
  ['a public source does not lead to loopback', 'http://site.test', 'http://here.test', [], 'refused'],
  ['nor by its address', 'http://site.test', 'http://127.0.0.1', [], 'refused'],
  ['in decimal', 'http://site.test', 'http://2130706433', [], 'refused'],
  ['in octal', 'http://site.test', 'http://0177.0.0.1', [], 'refused'],
  ['in hexadecimal', 'http://site.test', 'http://0x7f.1', [], 'refused'],
  ['in short', 'http://site.test', 'http://127.1', [], 'refused'],
  ['in full-width digits', 'http://site.test', 'http://１２７.0.0.1', [], 'refused'],
  ['in IPv6', 'http://site.test', 'http://[::1]', [], 'refused'],
  ['in IPv6-mapped IPv4', 'http://site.test', 'http://[::ffff:127.0.0.1]', [], 'refused'],
  ['or by a name of such', 'http://site.test', 'http://mapped.test', [], 'refused'],
  ['nor to the metadata of a cloud', 'http://site.test', 'http://169.254.169.254', [], 'refused'],
  ['also over https', 'http://site.test', 'https://[fd00:ec2::254]', [], 'refused'],
] as const)('%s', async (_, source, target, allowed, expected) => {
  const { port } = new URL((await listen(() => undefined)).url)
  const guard = new Guard(source, [...allowed], resolving(OUTSIDE))
  // The source's own zone is known after the first request.
  if (source !== 'http://site.test') await connect(guard, `${source}:${port}`)
  expect(await connect(guard, `${target}:${port}`)).toBe(expected)
})

test('a public name that later resolves to a private address is refused, also if it is the source', async () => {
  const { port } = new URL((await listen(() => undefined)).url)
  const guard = new Guard('http://rebound.test', [], resolving(OUTSIDE))
  expect(await connect(guard, `http://rebound.test:${port}`)).not.toBe(true)
  expect(await connect(guard, `http://rebound.test:${port}`)).toBe('refused')
})

test('only the public addresses of a name are connected to', async () => {
  const { port } = new URL((await listen(() => undefined)).url)
  expect(await connect(new Guard('http://mixed.test', [], resolving(OUTSIDE)), `http://mixed.test:${port}`)).not.toBe(true)
})

test('if Node tries only one address of a name, it is a public one', async () => {
  setDefaultAutoSelectFamily(false)
  onTestFinished(() => setDefaultAutoSelectFamily(true))
  const { port } = new URL((await listen(() => undefined)).url)
  const guard = new Guard('http://here.test', [], resolving({ ...LOCAL, 'mixed.test': [['255.255.255.255', '127.0.0.1']] }))
  expect(await connect(guard, `http://here.test:${port}`)).toBe(true)
  expect(await connect(guard, `http://mixed.test:${port}`)).toBe(true)
  expect(await connect(guard, `http://lan.test:${port}`)).toBe('refused')
})

test('a redirect into the private network is refused with an error, and not retried', async () => {
  const server = await listen((_, response) => void response.writeHead(302, { location: 'http://[::ffff:169.254.169.254]/latest/' }).end())
  const error = await thrownBy(clientFor(server.url).get(`${server.url}/picture`, MEDIA))
  expect(error).toMatchObject({ outcome: 'refused', code: 'ERR_PRIVATE_NETWORK', facts: { option: 'allowHost', host: '::ffff:a9fe:a9fe' } })
  expect(String(error)).toMatch(/is in a private network.*add `allowHost` ::ffff:a9fe:a9fe/)
  expect(server.asked.filter((path) => path === '/picture')).toHaveLength(1)
})

test('a refusal names the host, and the addresses of a name', async () => {
  const refusalOf = (url: string) => {
    const { hostname, port, protocol } = new URL(url)
    return new Promise<unknown>((resolve) => {
      new Guard('http://site.test', [], resolving(OUTSIDE)).connector(1000)({ hostname, port, protocol }, (...[error]) => resolve(error))
    })
  }
  expect(await refusalOf('http://lan.test')).toMatchObject({
    message: 'lan.test (0.0.0.0) is in a private network, and the service is not to lead there. If it is meant, add `allowHost` lan.test.',
    facts: { option: 'allowHost', host: 'lan.test' },
  })
  expect(String(await refusalOf('http://[::1]'))).toContain(': ::1 is in a private network')
  expect(String(await refusalOf('http://nobody.test'))).toContain('nobody.test')
})

test('an unknown name fails with the error of the system', async () => {
  const guard = new Guard('http://site.test', [], (_, done) => done(new Error('nobody knows'), []))
  expect(await connect(guard, 'http://x.test')).toBe('Error: nobody knows')
})

test('an allowed host is requested', async () => {
  const lan = await listen((_, response) => void response.end('picture'))
  const lanUrl = lan.url.replace('127.0.0.1', '0.0.0.0')
  const client = (allowHost: string[]) => clientFor('http://localhost', { allowHost })
  await expect(client([]).get(lanUrl, MEDIA)).rejects.toThrow('private network')
  await expect(client(['0.0.0.0']).get(lanUrl, MEDIA)).resolves.toHaveLength(1)
})

test('a picture in the private network is a failure in a crawl, one in a text is left out', async () => {
  const { failures, warnings } = await crawlSmall({
    options: { sizes: ['standard'] },
    guides: [
      guide(1, {
        image: { id: 1, standard: 'http://192.168.0.1/a' },
        introduction_rendered: '<img src="http://10.0.0.1/setup.cgi">',
      }),
    ],
  })
  expect(failures).toMatchObject([
    {
      kind: 'picture',
      url: 'http://192.168.0.1/a',
      code: 'ERR_PRIVATE_NETWORK',
      reason: expect.stringContaining('add `allowHost`') as string,
    },
  ])
  expect(warnings.join('\n')).toMatch(/10\.0\.0\.1 may not be asked/)
})
