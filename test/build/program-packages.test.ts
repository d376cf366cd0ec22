import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import about from '../../package.json' with { type: 'json' }
import { linkPackages } from '../../src/build/program-packages.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

interface Manifest {
  name: string
  version: string
  dependencies?: Record<string, string>
}

/** Installs made-up packages below a folder, by the place of each. */
async function install(root: string, packages: Record<string, Omit<Manifest, 'name'>>): Promise<void> {
  for (const [place, manifest] of Object.entries(packages)) {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    await mkdir(join(root, place), { recursive: true })
    await writeFile(join(root, place, 'package.json'), JSON.stringify({ name, ...manifest }))
  }
}

const versionIn = async (folder: string, name: string): Promise<string> =>
  (JSON.parse(await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as Manifest).version

test("a program gets our versions of packages and Astro's, wherever they lie", async () => {
  const [root, folder] = [await temporaryFolder(), await temporaryFolder()]
  await install(root, {
    'node_modules/parser': { version: '1.0.0' },
    'node_modules/@scope/both': { version: '1.0.0' },
    'node_modules/cookie': { version: '1.0.0' },
    'node_modules/astro': { version: '7.0.0', dependencies: { cookie: '2.0.0', '@scope/both': '1.0.0' } },
    'node_modules/astro/node_modules/cookie': { version: '2.0.0' },
    'node_modules/ours': { version: '0.1.0', dependencies: { parser: '3.0.0', '@scope/both': '3.0.0', astro: '7.0.0' } },
    'node_modules/ours/node_modules/parser': { version: '3.0.0' },
    'node_modules/ours/node_modules/@scope/both': { version: '3.0.0' },
  })
  linkPackages(folder, [join(root, 'node_modules/astro'), join(root, 'node_modules/ours')])
  const found = await Promise.all(['parser', '@scope/both', 'cookie', 'astro'].map((name) => versionIn(folder, name)))
  expect(found).toEqual(['3.0.0', '3.0.0', '2.0.0', '7.0.0'])
})

test('each of our dependencies is found in the version that package.json names', async () => {
  const folder = await temporaryFolder()
  linkPackages(folder)
  for (const [name, version] of Object.entries(about.dependencies)) expect([name, await versionIn(folder, name)]).toEqual([name, version])
  expect(await versionIn(folder, 'cookie')).toMatch(/^\d/)
})
