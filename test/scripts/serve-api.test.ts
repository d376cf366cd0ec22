import { cp, readFile, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { writeMarker } from '../../src/publish/marker.ts'
import { type Manifest, recordPath } from '../../src/cache/layout.ts'
import { startBenchbook } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { changeJson, SAMPLE } from '../sample-copy.ts'

const API = /http:\/\/[\d.]+:\d+\/api\/2\.0/

/** Starts `serve --api` of the sample without a site; returns its address once printed. */
async function start(
  flags: string[],
  env: NodeJS.ProcessEnv = {},
  { facts = {}, prepare }: { facts?: Partial<Manifest>; prepare?: (cache: string) => Promise<void> } = {},
) {
  const folder = await temporaryFolder()
  await cp(SAMPLE, join(folder, 'cache'), { recursive: true })
  await changeJson(join(folder, 'cache/manifest.json'), facts)
  await prepare?.(join(folder, 'cache'))
  const args = ['serve', '--api', '--port', '0', '--cache', join(folder, 'cache'), '--out', join(folder, 'dist'), ...flags]
  const { child, ended } = startBenchbook(args, { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  while (!API.test(said) && child.exitCode === null) await sleep(20)
  const stop = async () => {
    child.kill('SIGINT')
    return ended
  }
  return { api: API.exec(said)?.[0] ?? '', said, stop }
}

test('a cache is served without a site, until it is interrupted', async () => {
  const { api, said, stop } = await start([])
  expect(said).not.toContain('token')
  expect(await (await fetch(`${api}/guides/5`)).json()).toMatchObject({ guideid: 5 })
  expect((await fetch(new URL('/', api))).status).toBe(404)
  expect((await stop()).code).toBe(0)
})

test('damage in the cache is reported once, however often it is requested', async () => {
  const prepare = async (cache: string): Promise<void> => {
    const list = join(cache, 'lists/guides.ndjson')
    await writeFile(list, (await readFile(list, 'utf8')).replace('{', ''))
    await writeFile(join(cache, recordPath({ kind: 'guide', id: '5' })), '<html>')
  }
  const { api, stop } = await start([], {}, { prepare })
  for (const path of ['guides/5', 'guides', 'guides?limit=7', 'guides/5?pretty', 'guides/5']) {
    expect((await fetch(`${api}/${path}`)).status).toBe(path.startsWith('guides/5') ? 500 : 200)
  }
  const { code, stderr } = await stop()
  expect(stderr.trim().split('\n').sort()).toEqual([
    expect.stringMatching(/^benchbook: lists\/guides\.ndjson in the cache is damaged at line 1/),
    expect.stringMatching(/^benchbook: records\/guide\/.*5\.json in the cache is damaged/),
  ])
  expect(code).toBe(0)
})

test('BENCHBOOK_TOKEN opens private records, --site names the media', async () => {
  const { api, stop } = await start(['--site', 'https://guides.example.org'], { BENCHBOOK_TOKEN: 'open-sesame' })
  expect((await fetch(`${api}/guides/44`)).status).toBe(403)
  expect((await fetch(`${api}/guides/44`, { headers: { authorization: 'api open-sesame' } })).status).toBe(200)
  expect(await (await fetch(`${api}/guides/5`)).text()).toContain('"https://guides.example.org/media/')
  expect((await stop()).code).toBe(0)
})

/** True if it is reachable beyond the loopback address of this machine. */
async function reachesOthers(api: string): Promise<boolean> {
  return fetch(`http://127.0.0.2:${new URL(api).port}/api/2.0/guides/5`).then(
    ({ ok }) => ok,
    () => false,
  )
}

test.runIf(process.platform === 'linux')('a private cache is served to this machine only, unless --public', async () => {
  const flags = ['--host', '0.0.0.0']
  const open = await start(flags)
  expect([await reachesOthers(open.api), open.said.includes('--public')]).toEqual([true, false])
  const held = await start(flags, {}, { facts: { isPrivateSite: true } })
  expect(held.said).toContain('answers only requests with a token')
  expect(held.said).toContain('--public')
  expect((await fetch(`${held.api}/guides/5`)).status).toBe(200)
  expect(await reachesOthers(held.api)).toBe(false)
  const shown = await start([...flags, '--public'], {}, { facts: { isPrivateSite: true } })
  expect([await reachesOthers(shown.api), shown.said.includes('answers only requests')]).toEqual([true, false])
})

test('a site built from one is too', async () => {
  const folder = await temporaryFolder()
  await writeMarker(folder, { product: 'Benchbook', base: '/', site: '', isPrivateSite: true })
  const { child, ended } = startBenchbook(['serve', '--out', folder, '--port', '0', '--host', '0.0.0.0'])
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  while (!said.includes('Serving') && child.exitCode === null) await sleep(20)
  child.kill('SIGINT')
  expect((await ended).code).toBe(0)
  expect(said).toContain('answers only requests with a token')
})

test('a warning is printed if addresses sent to others are reachable from this machine only', async () => {
  const all = ['--host', '0.0.0.0']
  const { said, api } = await start(all)
  expect(said).toContain(`pictures and files at ${new URL(api).origin}`)
  expect(said).toContain('--site')
  for (const flags of [[], [...all, '--site', 'https://guides.example.org']])
    expect((await start(flags)).said).not.toContain('pictures and files')
})

test('names of --host-name and --site are accepted, others are refused, and reported once', async () => {
  const { api, stop } = await start(['--host-name', 'workshop.example', '--site', 'https://guides.example.org'])
  const statuses = await Promise.all(
    ['workshop.example', 'guides.example.org', 'rebound.example', 'rebound.example'].map(
      (host) =>
        new Promise<number | undefined>((resolve, reject) => {
          get(`${api}/guides/5`, { headers: { host } }, (response) => {
            response.resume()
            resolve(response.statusCode)
          }).once('error', reject)
        }),
    ),
  )
  expect(statuses).toEqual([200, 200, 421, 421])
  expect((await stop()).stderr).toBe(
    'benchbook: A request for rebound.example was refused. If this server goes by that name, add --host-name rebound.example.\n',
  )
})
