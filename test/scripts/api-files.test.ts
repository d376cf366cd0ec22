import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { mediaIn } from '../../src/publish/media.ts'
import { serveSite, type Serving } from '../../src/publish/serve.ts'
import { openCache } from '../../src/cache/reader.ts'
import { startService } from '../../src/replica/http/server.ts'
import { benchbook, type Ended } from '../benchbook.ts'
import { folderForAll } from '../folders.ts'
import { SAMPLE } from '../sample-copy.ts'

const folder = folderForAll()
const dist = join(folder, 'dist')
let serving: Serving
let exported: Ended

beforeAll(async () => {
  const service = await startService(await openCache(SAMPLE), { impersonatesService: true })
  const places = ['--cache', join(folder, 'cache'), '--out', dist, '--base', '/mending/']
  exported = await benchbook(['export', '--source', service.api, '--media', 'pictures', '--api-files', ...places])
  await service.close()
  serving = await serveSite(dist, { base: '/mending/', port: 0 })
  return serving.close
})

test('a site with the API as files passes the check', () => {
  expect(exported.code, exported.stderr + exported.stdout).toBe(0)
})

test('its answers are served as JSON, to pages of any origin', async () => {
  const response = await fetch(`${serving.url}api/2.0/guides/4.json`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^application\/json\b/)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(await response.json()).toMatchObject({ guideid: 4 })
  expect((await fetch(serving.url)).headers.get('access-control-allow-origin')).toBeNull()
  expect(await readFile(join(dist, '_headers'), 'utf8')).toContain('\n/mending/api/2.0/*\n  Access-Control-Allow-Origin: *\n')
})

test('every picture that it names is in the site', async () => {
  const names = (await readdir(join(dist, 'api'), { recursive: true })).filter((name) => name.endsWith('.json'))
  const named = new Set<string>()
  for (const name of names) for (const file of mediaIn(await readFile(join(dist, 'api', name), 'utf8'))) named.add(file)
  expect(named.size).toBeGreaterThan(100)
  expect([...named].filter((file) => !existsSync(join(dist, file)))).toEqual([])
})
