import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ask, locationOf } from './answer.ts'
import { startServer, whyNot } from './servers.ts'
import { hostFolder, smallSite, textOf } from './small-site.ts'

describe.each([
  ['caddy', '\trespond /health well'],
  ['nginx', '        location = /health {\n            return 200 well;\n        }'],
] as const)('%s with two sites on one host', (name, health) => {
  const why = whyNot(name)
  if (why) console.warn(`Skipped: ${name} with several sites, since ${why}.`)
  beforeEach(({ skip }) => skip(why !== '', why))
  const root = hostFolder()
  const started = async (more = '') => {
    const first = await smallSite(root, '/docs/')
    const { beside } = await smallSite(root, '/repair/')
    const { origin, stop } = await startServer(name, { ...first, alsoBeside: [beside], more })
    onTestFinished(stop)
    return origin
  }

  test.each(['/docs/', '/repair/'])('%s has its pages, redirects and page "not found"', async (base) => {
    const origin = await started()
    const page = await ask(origin, `${base}guide/1/`)
    expect([page.status, page.body.toString()]).toEqual([200, textOf('guide/1/index.html', base)])
    expect(locationOf(await ask(origin, `${base}Device/Sewing_Machine`), origin)).toBe(`${base}category/sewing-machine/`)
    const missing = await ask(origin, `${base}nothing/`)
    expect([missing.status, missing.body.toString()]).toEqual([404, textOf('404.html', base)])
    expect((await ask(origin, '/nothing')).status).toBe(404)
  })

  test("other answers of the host's block stay the same", async () => {
    const origin = await started(health)
    const { status, body } = await ask(origin, '/health')
    expect([status, body.toString()]).toEqual([200, 'well'])
    expect((await ask(origin, '/docs/guide/1/')).status).toBe(200)
  })
})
