import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { buildSite } from '../../src/build.ts'
import { readConfig } from '../../src/config.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

const SAMPLE = resolve(import.meta.dirname, '../../sample')

test.each([
  ['http://127.0.0.1:8080', ['`site` http://127.0.0.1:8080 is an address of this machine']],
  ['https://guides.localhost', ['`site` https://guides.localhost is an address of this machine']],
  ['http://192.168.0.10', []],
  ['https://guides.example.org', []],
  ['', []],
])('a build says before it begins whether nobody else can reach its site %j', async (site, starts) => {
  const out = await temporaryFolder()
  await writeFile(join(out, 'thesis.txt'), 'mine')
  const warnings: string[] = []
  const hooks = { onWarning: (warning: string) => void warnings.push(warning) }
  // The folder, which is not ours, ends the build before it has made anything.
  await expect(buildSite(readConfig({ cache: SAMPLE, out, site }, {}), 'Benchbook test', hooks)).rejects.toThrow('did not make')
  expect(warnings).toEqual(starts.map((start) => expect.stringContaining(start) as string))
})
