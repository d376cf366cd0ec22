import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { benchbook, startBenchbook } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { SAMPLE } from '../service/peer.ts'

const API = /http:\/\/[\d.]+:\d+\/api\/2\.0/

/** Starts `serve --api` of the sample where no site is; its address, once it says so. */
async function start(flags: string[], env: NodeJS.ProcessEnv = {}) {
  const folder = await temporaryFolder()
  await cp(SAMPLE, join(folder, 'cache'), { recursive: true })
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

test('BENCHBOOK_TOKEN opens private records, --site names the media', async () => {
  const { api, stop } = await start(['--site', 'https://guides.example.org'], { BENCHBOOK_TOKEN: 'open-sesame' })
  expect((await fetch(`${api}/guides/44`)).status).toBe(403)
  expect((await fetch(`${api}/guides/44`, { headers: { authorization: 'api open-sesame' } })).status).toBe(200)
  expect(await (await fetch(`${api}/guides/5`)).text()).toContain('"https://guides.example.org/media/')
  expect((await stop()).code).toBe(0)
})

test('an address that is not of this machine is a sentence', async () => {
  const folder = await temporaryFolder()
  const { code, stderr } = await benchbook(['serve', '--api', '--cache', SAMPLE, '--out', folder, '--port', '0', '--host', '203.0.113.7'])
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^benchbook: 203\.0\.113\.7 is no address of this machine\. .*--host.*\n$/)])
})
