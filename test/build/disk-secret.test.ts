import { expect, test } from 'vitest'
import { diskSecret } from '../../src/build/disk-scripts.ts'
import { manifestOf } from '../cache/small-cache.ts'

test.each([
  ['with a secret', manifestOf()],
  ['of a version without secrets', manifestOf({ secret: undefined })],
])('sites of a cache %s, with private records and without, have different secrets, and neither is that of the cache', (_, manifest) => {
  const secrets = [diskSecret(manifest, false), diskSecret(manifest, true)]
  expect(new Set([...secrets, manifest.secret]).size).toBe(3)
  for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{16}$/)
  expect(diskSecret(manifest, true)).toBe(secrets[1])
})
