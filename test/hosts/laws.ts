import { expect, test } from 'vitest'
import { ask, locationOf } from './answer.ts'
import { textOf } from './small-site.ts'

/** What each host with the small site below `/docs/` answers: `serve`, and every server with our configuration. */
export function hostLaws(originOf: () => string, { typeOfList = 'application/manifest+json' } = {}): void {
  const at = (path: string, headers?: Record<string, string>) => ask(originOf(), path, headers)

  test.for([
    ['/docs/', 200, 'index.html'],
    ['/docs/guide/1/?q=x', 200, 'guide/1/index.html'],
    ['/docs/nothing/', 404, '404.html'],
    ['/docs/guide/99999', 404, '404.html'],
    ['/docs/media/3f/', 404, '404.html'],
    ['/docs/.benchbook.json', 404, '404.html'],
    ['/docs/%2ebenchbook.json', 404, '404.html'],
  ] as const)('%s is answered with %i and %s', async ([path, status, file]) => {
    const answer = await at(path)
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
    expect(answer.body.toString()).toBe(textOf(file, '/docs/'))
  })

  test.for(['/docs', '/docs/guide/1'])('%s redirects to the address with a slash', async (path) => {
    const answer = await at(path)
    expect([301, 308]).toContain(answer.status)
    expect(locationOf(answer, originOf())).toBe(`${path}/`)
  })

  test.for(['/nothing', '/docsx/'])('%s is outside of the base: it is 404', async (path) => {
    expect((await at(path)).status).toBe(404)
  })

  test('an unchanged file is answered with 304, a range with 206', async () => {
    const path = '/docs/media/3f/a.pdf'
    const first = await at(path)
    const again = await at(path, { 'if-none-match': String(first.headers.etag) })
    expect([again.status, again.body.length]).toEqual([304, 0])
    const page = await at('/docs/', { 'if-modified-since': String((await at('/docs/')).headers['last-modified']) })
    expect(page.status).toBe(304)
    const part = await at(path, { range: 'bytes=2-5' })
    expect([part.status, part.body]).toEqual([206, first.body.subarray(2, 6)])
  })

  test.for(['br', 'gzip'])('the manifest of the app is sent as %s if accepted', async (encoding) => {
    const sent = async (accepted: string) => {
      const { headers } = await at('/docs/app.webmanifest', { 'accept-encoding': accepted })
      expect(headers['content-type'], accepted).toBe(typeOfList)
      return headers['content-encoding']
    }
    expect(await sent(encoding)).toBe(encoding)
    expect(await sent(`${encoding};q=0.5, identity`)).toBe(encoding)
    expect(await sent(`${encoding};q=0`)).toBeUndefined()
    expect(await sent(`identity, ${encoding}; q=0.00`)).toBeUndefined()
  })
}
