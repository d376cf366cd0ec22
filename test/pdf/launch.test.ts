import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { launchChromium } from '../../src/pdf/launch.ts'
import { browserEnvironment } from '../../src/config.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

afterEach(() => void vi.unstubAllEnvs())

/** A program in a browser's place that notes how it is started, and ends. */
async function noter(): Promise<{ executablePath: string; starts: () => Promise<string[]> }> {
  const folder = await temporaryFolder()
  const [executablePath, notes] = [join(folder, 'browser'), join(folder, 'notes')]
  await writeFile(executablePath, `#!/bin/sh\n(echo "$@"; env | tr '\\n' ' '; echo) >> ${notes}\nexit 1\n`)
  await chmod(executablePath, 0o755)
  return { executablePath, starts: async () => (await readFile(notes, 'utf8')).trim().split(/\n(?=--)/) }
}

test.skipIf(process.platform === 'win32')('a browser is started in its sandbox first, and never with our secrets', async () => {
  vi.stubEnv('BENCHBOOK_TOKEN', 'sesame-open')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'sesame-too')
  const { executablePath, starts } = await noter()
  await expect(launchChromium({ executablePath, env: { FONTCONFIG_PATH: '/fonts' } })).rejects.toThrow(/did not start as a browser/)
  const [first = '', second = '', ...more] = await starts()
  expect(first).not.toContain('--no-sandbox')
  expect(second).toContain('--no-sandbox')
  expect(more).toEqual([])
  for (const start of [first, second]) {
    expect(start).toMatch(/\bPATH=/)
    expect(start).toContain('FONTCONFIG_PATH=/fonts')
    expect(start).not.toContain('sesame')
    expect(start).not.toContain('BENCHBOOK')
  }
})

test('of an environment a browser gets what it needs, on any system', () => {
  const needed = { Path: 'C:\\x', SystemRoot: 'C:\\Windows', 'ProgramFiles(x86)': 'C:\\p', LC_ALL: 'de', XDG_RUNTIME_DIR: '/run' }
  expect(
    browserEnvironment({ ...needed, BENCHBOOK_TOKEN: 'x', NODE_OPTIONS: 'x', GITHUB_TOKEN: 'x', npm_config_x: 'x', LD_PRELOAD: 'x' }),
  ).toEqual(needed)
})
