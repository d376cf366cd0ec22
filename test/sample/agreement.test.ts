import { describe, expect, test } from 'vitest'
import { readSourceLink } from '../../src/model/link.ts'
import { canonicalTitle } from '../../src/model/title.ts'
import { TITLES } from './facts/wiki.ts'
import { at, list, one, records, texts } from './read.ts'

const guides = records('guide')
const listed = list('guides')
const guideById = new Map(guides.map(({ value }) => [one(value, 'guideid'), value]))
const wikis = records('wiki')
const wikiNames = new Set(wikis.map(({ value }) => `${String(one(value, 'namespace'))}/${String(one(value, 'title'))}`))
const documents = new Set(wikis.flatMap(({ value }) => at(value, 'documents.*.guid')))
const tags = new Set(list('tags').map(({ value }) => value))

/** Links on pages to things that deliberately do not exist: the crawl must count them as gone, the pages must not link to them. */
const NOT_THERE = '/Device/Hub+Gear /Guide/Kettle+of+Tomorrow/41 /Item/Spoke_Key /Item/Torx_Driver /wiki/Residual+Current+Device'.split(' ')

function exists(href: string): boolean {
  const ref = readSourceLink(href, ['https://mendery.example'])?.ref
  switch (ref?.kind) {
    case undefined:
      return true
    case 'guide':
      return guideById.has(ref.guideid) && (!ref.stepid || at(guideById.get(ref.guideid), 'steps.*.stepid').includes(ref.stepid))
    case 'wiki':
      return ref.namespace === 'CATEGORY' ? TITLES.includes(ref.title) : wikiNames.has(`${ref.namespace}/${ref.title}`)
    case 'tag':
      return tags.has(ref.tag)
    case 'team':
      return ref.teamid <= 3
    case 'user':
      return ref.userid <= 12
    case 'document':
      return documents.has(ref.guid)
  }
}

describe('lists and details agree', () => {
  const SHARED = 'title type category subject summary difficulty url public modified_date prereq_modified_date'.split(' ')
  test.each(SHARED)('a listed guide has the %s of its detail', (key) => {
    for (const { value } of listed) expect(one(value, key)).toEqual(one(guideById.get(one(value, 'guideid')), key))
  })

  test('every listed guide has its detail; only those in another language are in no list', () => {
    const ids = new Set(listed.map(({ value }) => one(value, 'guideid')))
    expect([...ids].filter((id) => !guideById.has(id))).toEqual([])
    expect(guides.filter(({ value }) => !ids.has(one(value, 'guideid'))).map(({ value }) => one(value, 'locale'))).toEqual(['de'])
  })

  test('featured guides are the public ones with such a flag', () => {
    const featured = listed.filter(({ value }) => one(value, 'public') === true && /STARRED|STUDENT/.test(at(value, 'flags.*').join()))
    expect(list('guides-featured').map(({ value }) => value)).toEqual(featured.map(({ value }) => value))
  })

  test('a prerequisite has the title and the address of its guide', () => {
    for (const prerequisite of guides.flatMap(({ value }) => at(value, 'prerequisites.*'))) {
      const guide = guideById.get(one(prerequisite, 'guideid'))
      for (const key of ['title', 'url', 'category', 'modified_date']) expect(one(prerequisite, key)).toBe(one(guide, key))
    }
  })

  test.each(['CATEGORY', 'ITEM', 'TEAM', 'USER', 'INFO', 'WIKI'] as const)('every listed wiki of %s has its detail', (namespace) => {
    const titles = list(`wikis-${namespace}`).map(({ value }) => `${namespace}/${String(one(value, 'title'))}`)
    expect(titles.sort()).toEqual([...wikiNames].filter((name) => name.startsWith(`${namespace}/`)).sort())
  })

  test('all categories of the tree except two have a detail, and no others have one', () => {
    expect(TITLES.filter((title) => !wikiNames.has(`CATEGORY/${title}`))).toEqual(['Derailleur', 'Jacket'])
    expect([...wikiNames].filter((name) => name.startsWith('CATEGORY/') && !TITLES.includes(name.slice(9)))).toEqual([])
  })

  test('a category lists the public guides that name it', () => {
    for (const { value } of wikis.filter((wiki) => one(wiki.value, 'namespace') === 'CATEGORY')) {
      const named = guides.filter(
        (guide) => canonicalTitle(String(one(guide.value, 'category'))) === one(value, 'title') && one(guide.value, 'public') === true,
      )
      expect(new Set(at(value, 'guides.*.guideid'))).toEqual(new Set(named.map((guide) => one(guide.value, 'guideid'))))
    }
  })

  test('the comments of guides and steps are the listed ones', () => {
    const inside = (comment: unknown): unknown[] => [one(comment, 'commentid'), ...at(comment, 'replies.*').flatMap(inside)]
    const stored = guides.flatMap(({ value }) => [...at(value, 'comments.*'), ...at(value, 'steps.*.comments.*')].flatMap(inside))
    const wikiComments = list('comments').filter(({ value }) => one(value, 'context') === 'wiki')
    const lost = list('comments').filter(({ value }) => one(value, 'contextid') === 1506)
    expect(stored.length + wikiComments.length + lost.length).toBe(list('comments').length)
  })

  test('a translation has the steps and pictures of its guide', () => {
    for (const { value } of records('guide', 'translation')) {
      const guide = guideById.get(one(value, 'guideid'))
      expect(at(value, 'steps.*.stepid')).toEqual(at(guide, 'steps.*.stepid'))
      expect(at(value, 'steps.*.media')).toEqual(at(guide, 'steps.*.media'))
      expect(one(value, 'title')).not.toBe(one(guide, 'title'))
    }
  })
})

describe('links and tags have targets', () => {
  test('every link to a record except five deliberately dead ones finds it', () => {
    const pages = [...guides, ...records('guide', 'translation'), ...wikis, ...records('wiki', 'translation'), ...list('comments')]
    const all = pages.flatMap(({ value }) => texts(value))
    const links = all.flatMap((text) => [...text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')))
    const urls = pages.flatMap(({ value }) => [
      ...at(value, 'tools.*.url'),
      ...at(value, 'parts.*.url'),
      ...at(value, 'tools.*.target_url'),
    ])
    const dead = [...links, ...urls.map(String)].filter((href) => !exists(href))
    expect([...new Set(dead)].sort()).toEqual(NOT_THERE)
  })

  test('every tag of a guide or wiki is listed', () => {
    const named = [...listed, ...wikis].flatMap(({ value }) => at(value, 'tags.*'))
    const apart = [...records('guide-tags'), ...records('wiki-tags')].flatMap(({ value }) => at(value, '*'))
    expect([...named, ...apart].filter((tag) => !tags.has(tag))).toEqual([])
  })

  test('a team has the members that name it', () => {
    for (const { value } of list('teams')) {
      const members = records('team-members').find(({ name }) => name === `team-members ${String(one(value, 'teamid'))}`)?.value
      expect(at(members, '*').length).toBe(one(value, 'member_count'))
      expect(at(members, '*').every((user) => at(user, 'teams.*').includes(one(value, 'teamid')))).toBe(true)
    }
  })
})
