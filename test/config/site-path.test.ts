import { expect, test } from 'vitest'
import { refuseSiteBesideBase } from '../../src/config/site-path.ts'
import { pathOfSite } from '../../src/model/addresses/site-path.ts'
import { readConfig } from '../../src/config.ts'

test.each([
  ['', undefined],
  ['https://example.org', undefined],
  ['https://example.org/', undefined],
  ['https://example.org/docs', '/docs/'],
  ['https://example.org/a/b/', '/a/b/'],
])('the address %j leads below %j', (site, path) => {
  expect(pathOfSite(site)).toBe(path)
})

test('a site may stand below its base, which an address may leave out, and nowhere else', () => {
  const refuse = (site: string, base: string) => () => refuseSiteBesideBase(readConfig({ site, base }, {}))
  for (const [site, base] of [
    ['', '/docs/'],
    ['https://example.org', '/docs/'],
    ['https://example.org/docs/', '/docs'],
    ['https://example.org/docs', '/docs/'],
  ] as const)
    expect(refuse(site, base)).not.toThrow()
  expect(refuse('https://example.org/docs', '/')).toThrow('Add `base` /docs/')
  expect(refuse('https://example.org/docs', '/doc/')).toThrow('the links of the site below `base` /doc/')
})
