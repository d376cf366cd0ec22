import { beforeAll, describe, expect, test } from 'vitest'
import { ask, locationOf } from './answer.ts'
import { type Server, startServer, whyNot } from './servers.ts'
import { hostFolder, smallSite } from './small-site.ts'

const BASE = '/docs/'

describe.each(['nginx', 'caddy', 'apache'] as const)('%s', (name) => {
  const why = whyNot(name)
  if (why) console.warn(`Skipped: ${name}, since ${why}.`)

  describe.skipIf(why)('as our files configure it', () => {
    let server: Server
    let remove: () => Promise<void>
    const at = (path: string, headers?: Record<string, string>) => ask(server.origin, path, headers)

    beforeAll(async () => {
      const folder = await hostFolder()
      remove = folder.remove
      server = await startServer(name, await smallSite(folder.root, { base: BASE, site: 'https://guides.example.org' }))
      return async () => {
        await server.stop()
        await remove()
      }
    })

    test.for<[string, Record<string, string>]>([
      ['a proxy that tells so', { 'x-forwarded-proto': 'https' }],
      ['a proxy that passes on the name of the site', { host: 'guides.example.org' }],
    ])('a redirect leads to no http behind %s', async ([, headers]) => {
      for (const [from, to] of [
        ['/docs', '/docs/'],
        ['/docs/guide/1', '/docs/guide/1/'],
        ['/docs/Guide/Kettle+Lid/1', '/docs/guide/1/'],
        ['/docs/Device/Sewing_Machine', '/docs/category/sewing-machine/'],
        ['/docs/Document/g1/sheet.pdf', '/docs/media/3f/a.pdf'],
        ['/docs/x/special+case/804', '/docs/guide/1/'],
      ] as const) {
        const { status, headers: answered } = await at(from, headers)
        const location = new URL(answered.location ?? '', `https://${headers.host ?? new URL(server.origin).host}`)
        expect([status === 308 ? 301 : status, location.protocol, location.pathname], from).toEqual([301, 'https:', to])
      }
    })

    test('a redirect stays on http where nothing says otherwise', async () => {
      const { headers } = await at('/docs/guide/1')
      expect(new URL(headers.location ?? '', server.origin).href).toBe(`${server.origin}/docs/guide/1/`)
    })

    test.for([
      ['/docs/Device/sewing_machine', '/docs/category/sewing-machine/'],
      ['/docs/device/SEWING+Machine', '/docs/category/sewing-machine/'],
      ['/docs/c/sewing%20machine/', '/docs/category/sewing-machine/'],
      ['/docs/device/Kettle_FM', '/docs/category/kettle-1/'],
      ['/docs/device/Kettle_Fm', '/docs/category/kettle-2/'],
      ['/docs/device/kettle_fm', ''],
    ] as const)('a title leads to its copy in any case of letters, if that is the only one: %s', async ([from, to]) => {
      const answer = await at(from)
      expect([answer.status, locationOf(answer, server.origin)]).toEqual(to ? [301, to] : [404, '/'])
    })

    test('an address outside the base is 404', async () => {
      for (const path of ['/nothing', '/docsx/', ...(name === 'caddy' ? ['/', '/docs.hosts/Caddyfile'] : [])])
        expect((await at(path)).status, path).toBe(404)
    })

    test.for(['br', 'gzip'])('the list of the app is sent as %s, to who takes it', async (encoding) => {
      const sent = async (accepted: string) => {
        const { headers } = await at('/docs/app.webmanifest', { 'accept-encoding': accepted })
        expect(headers['content-type'], accepted).toBe('application/manifest+json')
        return headers['content-encoding']
      }
      expect(await sent(encoding)).toBe(encoding)
      expect(await sent(`${encoding};q=0.5, identity`)).toBe(encoding)
      expect(await sent(`${encoding};q=0`)).toBeUndefined()
      expect(await sent(`identity, ${encoding}; q=0.00`)).toBeUndefined()
    })
  })
})
