import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publishSite } from '../../src/queue/publish.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

async function publishBy(script: string, signal = new AbortController().signal) {
  const site = await temporaryFolder()
  const program = join(await temporaryFolder(), 'publish.sh')
  if (script) writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return publishSite({ program, site, service: 'bikes', signal })
}

test.each([
  ['exit 0', ''],
  ['test "$2" = bikes && test "$(pwd)" = "$(cd "$1" && pwd)"', ''],
  ['echo first >&2; echo no space left >&2; exit 3', 'exit code 3: no space left.'],
  ['kill -9 $$', 'SIGKILL: '],
  ['', 'ENOENT'],
])('a program %j', async (script, fault) => {
  const { exitCode, output } = await publishBy(script)
  expect(exitCode).toBe(fault ? 2 : 0)
  expect(output.error?.message ?? '').toContain(fault)
})

test('a program that is interrupted has not failed', async () => {
  await expect(publishBy('sleep 60', AbortSignal.timeout(100))).rejects.toThrow('timeout')
})
