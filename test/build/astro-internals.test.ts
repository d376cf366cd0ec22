import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { ASTRO, INTERNALS } from '../../src/build/page-program.ts'
import manifest from '../../package.json' with { type: 'json' }

test('Astro has what the program of the pages imports by its path, in the version that it is made for', async () => {
  expect(manifest.dependencies.astro).toBe('7.3.4')
  for (const [path, name] of Object.entries(INTERNALS)) {
    const module = (await import(pathToFileURL(join(ASTRO, path)).href)) as Record<string, unknown>
    expect(module[name], `${path} exports ${name}`).toBeDefined()
  }
  const { productionEnvironment } = (await import(pathToFileURL(join(ASTRO, 'dist/core/environment/production.js')).href)) as Record<
    string,
    object
  >
  expect(productionEnvironment).toMatchObject({ errorStrategy: 'default' })
})
