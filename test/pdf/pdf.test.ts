import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { launchChromium, reasonFor } from '../../src/pdf/pdf.ts'
import { browserEnvironment } from '../../src/config.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

afterEach(() => void vi.unstubAllEnvs())

/** A program in the place of a browser that records how it is started, and ends. */
async function noter(): Promise<{ executablePath: string; starts: () => Promise<string[]> }> {
  const folder = await temporaryFolder()
  const [executablePath, notes] = [join(folder, 'browser'), join(folder, 'notes')]
  await writeFile(executablePath, `#!/bin/sh\n(echo "$@"; env | tr '\\n' ' '; echo) >> ${notes}\nexit 1\n`)
  await chmod(executablePath, 0o755)
  return { executablePath, starts: async () => (await readFile(notes, 'utf8')).trim().split(/\n(?=--)/) }
}

test.skipIf(process.platform === 'win32')('a browser is first started with its sandbox, and never with our secrets', async () => {
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

test('a browser gets only the variables that it needs, on any system', () => {
  const needed = { Path: 'C:\\x', SystemRoot: 'C:\\Windows', 'ProgramFiles(x86)': 'C:\\p', LC_ALL: 'de', XDG_RUNTIME_DIR: '/run' }
  expect(
    browserEnvironment({ ...needed, BENCHBOOK_TOKEN: 'x', NODE_OPTIONS: 'x', GITHUB_TOKEN: 'x', npm_config_x: 'x', LD_PRELOAD: 'x' }),
  ).toEqual(needed)
})

test.for([
  ['TimeoutError', 'page.goto: Timeout 60000ms exceeded.\nCall log:', /in time.*Try to print this guide alone/],
  ['Error', 'page.pdf: Target page, context or browser has been closed', /browser stopped.*try to print this guide alone/],
  ['Error', 'page.goto: Page crashed', /browser stopped.*try to print this guide alone/],
] as const)("the browser's %s %j is reported in our words, with what to do", ([name, message, expected]) => {
  const reason = reasonFor(Object.assign(new Error(message), { name }))
  expect(reason).toMatch(expected)
  expect(reason).not.toMatch(/page\.|Timeout|Target|Call log/)
})

test('an error of the site is reported unchanged', () => {
  expect(reasonFor(new Error('its page answered 404'))).toMatch(/its page answered 404/)
})
