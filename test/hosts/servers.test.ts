import { beforeAll, describe, expect, test } from 'vitest'
import { ask, locationOf } from './answer.ts'
import { hostLaws } from './laws.ts'
import { type Server, startServer, whyNot } from './servers.ts'
import { hostFolder, smallSite } from './small-site.ts'

describe.each(['nginx', 'caddy', 'apache'] as const)('%s', (name) => {
  const why = whyNot(name)
  if (why) console.warn(`Skipped: ${name}, since ${why}.`)

  describe.skipIf(why)('with our configuration', () => {
    let server: Server
    const at = (path: string, headers?: Record<string, string>) => ask(server.origin, path, headers)

    const root = hostFolder()
    beforeAll(async () => {
      server = await startServer(name, await smallSite(root, '/docs/'))
      return () => server.stop()
    })

    hostLaws(() => server.origin)

    test.for<[string, Record<string, string>]>([
      ['a proxy that tells so', { 'x-forwarded-proto': 'https' }],
      ['a proxy that passes on the name of the site', { host: 'guides.example.org' }],
    ])('a redirect does not lead to http behind %s', async ([, headers]) => {
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

    test('a redirect stays on http by default', async () => {
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
    ] as const)('a title in any letter case leads to its copy if that is the only one: %s', async ([from, to]) => {
      const answer = await at(from)
      expect([answer.status, locationOf(answer, server.origin)]).toEqual(to ? [301, to] : [404, '/'])
    })

    if (name === 'caddy')
      test('the root of the host and the files next to the site are 404', async () => {
        for (const path of ['/', '/docs.hosts/Caddyfile']) expect((await at(path)).status, path).toBe(404)
      })
  })
})
