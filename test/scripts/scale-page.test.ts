import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startBenchbook } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { guides, smallService } from '../crawl/small-service.ts'
import { runInBash } from '../package/workflow.ts'
import { startRedis, whyNoRedis } from '../queue/servers.ts'
import { memoryStore } from '../store/memory-store.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PAGE = readFileSync(join(ROOT, 'docs/scale.md'), 'utf8')
const PATIENCE = { timeout: 240_000 * Number(process.env.TIME_FACTOR ?? 1) }

/** The examples of docs/scale.md in a language, as printed, but for a store that is there. */
const printed = (language: string, endpoint: string): string[] =>
  Array.from(PAGE.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g')), ([, text = '']) =>
    text.replace('https://s3.example.org', endpoint),
  )

if (whyNoRedis) console.log(`Skipped: the commands of docs/scale.md, since ${whyNoRedis}.`)
test.skipIf(whyNoRedis)('the fleet of docs/scale.md, set up by its commands as printed on two workers', async () => {
  const [redis, store, folder, tools] = [
    await startRedis(),
    await memoryStore('honoured'),
    await temporaryFolder(),
    await temporaryFolder(),
  ]
  const services = { bikes: guides(2), phones: guides(6), team: guides(1) }
  let json = printed('json', store.endpoint).join('')
  for (const [name, all] of Object.entries(services))
    json = json.replace(`https://${name}.dozuki.example`, (await smallService({ guides: all })).url)
  writeFileSync(join(folder, 'fleet.json'), json)
  writeFileSync(join(folder, 'publish.sh'), '#!/bin/sh\ntest -f "$1/index.html"\n', { mode: 0o755 })
  const run = `exec ${JSON.stringify(process.execPath)} ${JSON.stringify(join(ROOT, 'scripts/benchbook.mjs'))} "$@"`
  writeFileSync(join(tools, 'benchbook'), `#!/bin/sh\n${run}\n`, { mode: 0o755 })
  writeFileSync(join(tools, 'npm'), '#!/bin/sh\n[ "$1" = install ]\n', { mode: 0o755 })
  const env = {
    ...process.env,
    PATH: `${tools}${delimiter}${process.env.PATH}`,
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL: store.endpoint,
    FLEET_TOKEN_TEAM: 'token',
    BENCHBOOK_QUEUE: redis.url,
  }
  const [install = '', setUp = '', publish = '', check = ''] = printed('sh', store.endpoint)
  const shell = (script: string) => {
    const child = spawn('bash', ['-e', '-c', script], { cwd: folder, env, detached: true, stdio: 'ignore' })
    onTestFinished(() => void process.kill(-Number(child.pid), 'SIGKILL'))
  }
  expect(await runInBash(install, { cwd: folder, env })).toMatchObject({ code: 0 })
  shell(publish)
  shell(`${setUp.replace('redis://127.0.0.1:6379', redis.url)}\nwait`)
  const status = async () => {
    const { stdout } = await startBenchbook(['status', '--json'], { env }).ended
    return stdout ? (JSON.parse(stdout) as { services: { name: string; last?: { state: string; worker: string } }[] }).services : []
  }
  await expect
    .poll(async () => (await status()).map(({ name, last }) => `${name} ${last?.state}`), PATIENCE)
    .toEqual(['bikes ok', 'phones ok', 'team ok'])
  expect([...store.objects.keys()]).toContain('/guides/fleet/fleet.html')
  const { code, stdout, stderr } = await runInBash(check, { cwd: await temporaryFolder(), env })
  expect([code, stderr]).toEqual([0, expect.stringContaining('Pulled from s3://guides/fleet/bikes')])
  expect(stdout).toContain('all well')
  await redis.stop()
})
