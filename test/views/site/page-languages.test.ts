import { expect, test } from 'vitest'
import { alternatesOf, pageLanguages } from '../../../src/views/site/page-languages.ts'
import { guide, guidesCache, siteOf } from '../small-site.ts'

const site = (fallback: string) =>
  siteOf(guidesCache([guide(1)], { manifest: { translations: ['de'] } }), { site: 'https://x.example', fallback })
const head = (path: string) => ({ title: 'Lid', description: '', path })

test('the second page of a list is no page of a language that leaves records out: its list is shorter', async () => {
  const hiding = await site('hide')
  const languages = await pageLanguages(hiding, head('/tag/lid/page/2/'))
  expect(languages.map(({ href, own }) => [href, own])).toEqual([
    ['/tag/lid/', false],
    ['/de/tag/lid/', false],
  ])
  expect(alternatesOf(hiding, languages)).toEqual([])
})

test('its first page is, and so is every page where nothing is left out', async () => {
  for (const [fallback, path] of [
    ['hide', '/tag/lid/'],
    ['show', '/tag/lid/page/2/'],
  ] as const) {
    const made = await site(fallback)
    const languages = await pageLanguages(made, head(path))
    expect(languages.map(({ href, own }) => [href, own])).toEqual([
      [path, true],
      [`/de${path}`, true],
    ])
    expect(alternatesOf(made, languages)).toHaveLength(3)
  }
})
