import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { buildSite } from '../../src/build.ts'
import { readConfig } from '../../src/config.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'

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

test('a build says that the public site of a service that is private as a whole wants a password', async () => {
  const [cache, out] = [await temporaryFolder(), await temporaryFolder()]
  await writeCache(cache, { manifest: { isPrivateSite: true } })
  await writeFile(join(out, 'thesis.txt'), 'mine')
  const warningsFor = async (site: string) => {
    const warnings: string[] = []
    const hooks = { onWarning: (warning: string) => void warnings.push(warning) }
    await expect(buildSite(readConfig({ cache, out, site }, {}), 'Benchbook test', hooks)).rejects.toThrow('did not make')
    return warnings
  }
  expect(await warningsFor('https://guides.example.org')).toEqual([expect.stringContaining('protect it with a password')])
  expect(await warningsFor('')).toEqual([])
})
