import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { commentSchema } from '../../src/model/comment.ts'
import { guideSchema, guideSummarySchema } from '../../src/model/guide.ts'
import { categoryTreeSchema, hierarchyOrderSchema, hierarchySchema, orderTree } from '../../src/model/hierarchy.ts'
import { guidesOfUserSchema, releasesSchema } from '../../src/model/extras.ts'
import { imageDetailSchema } from '../../src/model/media.ts'
import { parse } from '../../src/model/parse.ts'
import { siteSchema } from '../../src/model/site.ts'
import { badgesSchema, membersSchema, teamSchema, userSchema } from '../../src/model/user.ts'
import { wikiSchema } from '../../src/model/wiki.ts'

function read<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const result = parse(schema, answer)
  if (!result.ok) throw new Error(`${result.field}: ${result.problem}`)
  return result.value
}

const FLAGS = [{ flagid: 'GUIDE_STARRED', title: 'Starred', text: 'By our editors.', image: null }]
const WIKI = { wikiid: 1, namespace: 'CATEGORY', title: 'Kettle' }
const withMedia = (type: unknown, data: unknown) => ({ guideid: 1, steps: [{ media: { type, data } }] })

describe('answers of real services are read, and unknown fields kept', () => {
  test.each<[string, z.ZodType, given: unknown, read: object]>([
    ['flags are objects in details', guideSchema, { guideid: 1, flags: FLAGS }, { flags: FLAGS }],
    [
      'flags are texts in lists',
      guideSummarySchema,
      { guideid: 1, flags: ['GUIDE_STARRED'] },
      { flags: [{ flagid: 'GUIDE_STARRED', title: '', text: '', image: null }] },
    ],
    ['there are no flags', guideSchema, { guideid: 1, flags: false }, { flags: [] }],
    [
      "a wiki's flags are an object by id",
      wikiSchema,
      { ...WIKI, flags: { STUB: { title: 'Stub', text: 'Short.' } } },
      { flags: [{ flagid: 'STUB', title: 'Stub', text: 'Short.', image: null }] },
    ],
    ["a wiki's flags are []", wikiSchema, { ...WIKI, flags: [] }, { flags: [] }],
    [
      'null texts, a false prerequisite date and an unknown type are no problem',
      guideSchema,
      { guideid: '5', difficulty: null, introduction_raw: null, prereq_modified_date: false, type: 'field-note', image: null },
      { guideid: 5, difficulty: '', introduction_raw: '', prereq_modified_date: 0, type: 'field-note', image: null, public: true },
    ],
    ['a step has no lines', guideSchema, { guideid: 1, steps: [{ stepid: 1, lines: false }] }, { steps: [{ lines: [] }] }],
    [
      'a line has no lineid',
      guideSchema,
      { guideid: 1, steps: [{ stepid: 2, lines: [{ text_rendered: 'Unplug it.', bullet: 'red', level: '1', lineid: null }] }] },
      { steps: [{ lines: [{ level: 1, lineid: null }] }] },
    ],
    [
      'a quantity is text',
      guideSchema,
      { guideid: 1, parts: [{ text: 'Gasket', quantity: '2', notes: null, thumbnail: '' }] },
      { parts: [{ quantity: 2, notes: '', thumbnail: '' }] },
    ],
    [
      'a reply lacks replies, an author lacks everything but the name',
      commentSchema,
      { commentid: 1, author: { username: 'ada', unique_username: null, join_date: null, image: null }, replies: [{ commentid: 2 }] },
      { author: { unique_username: '', join_date: 0, image: null }, replies: [{ replies: [] }] },
    ],
    ['a default avatar has the id -32', userSchema, { userid: 4, image: { id: -32 } }, { image: { id: -32 } }],
    [
      "an ordered tree keeps the site's order",
      hierarchyOrderSchema,
      [{ title: 'B', children: [{ title: 'A' }] }],
      [{ title: 'B', children: [{ title: 'A', children: [] }] }],
    ],
    ['a field is not in the specification', guideSchema, { guideid: 1, patrol_threshold: 3 }, { patrol_threshold: 3 }],
    ['a site has other fields', siteSchema, { name: 'Menders', 'guide-types': [] }, { name: 'Menders' }],
    ['an author is an object', wikiSchema, { ...WIKI, author: { userid: 4, username: 'Ada' } }, { author: { userid: 4, username: 'Ada' } }],
    ['an author has no name', wikiSchema, { ...WIKI, author: { userid: 4 } }, { author: { userid: 4, username: '' } }],
    ['an author is an id', wikiSchema, { ...WIKI, author: 4 }, { author: { userid: 4, username: '' } }],
    ['an author is an id as a text', wikiSchema, { ...WIKI, author: '4' }, { author: { userid: 4, username: '' } }],
    ['an author is a name', wikiSchema, { ...WIKI, author: 'Ada' }, { author: { userid: 0, username: 'Ada' } }],
    ['an author is []', wikiSchema, { ...WIKI, author: [] }, { author: null }],
    ['a picture has an unreadable type', guideSchema, withMedia(7, [{ id: 3 }]), withMedia('image', [{ id: 3 }])],
    ['a video has an unreadable type', guideSchema, withMedia(7, { encodings: [] }), { steps: [{ media: { type: 'video' } }] }],
    [
      'an embed has an unreadable type',
      guideSchema,
      withMedia(7, { html: '<iframe></iframe>' }),
      { steps: [{ media: { type: 'embed' } }] },
    ],
    [
      'nothing can format a language or a date',
      guideSchema,
      { guideid: 1, langid: 'English (US)', locale: 'abcd', available_langids: ['de', 'en-us-us', 'jp'], modified_date: 1e13 },
      { langid: '', locale: '', available_langids: ['de', 'jp'], modified_date: 0 },
    ],
  ])('%s', (_, schema, given, got) => {
    expect(read(schema, given)).toMatchObject(got)
  })

  test('tags missing from a list are not the same as none', () => {
    expect(read(guideSummarySchema, { guideid: 1 }).tags).toBeUndefined()
    expect(read(guideSummarySchema, { guideid: 1, tags: false }).tags).toEqual([])
  })

  test('the three kinds of media, none, and an unknown one', () => {
    const media = [
      { type: 'image', data: [] },
      {
        type: 'video',
        data: { videoid: 3, image: { image: { id: 1 } }, encodings: [{ url: 'https://media.example/3.mp4', mime: 'video/mp4' }] },
      },
      { type: 'embed', data: { html: '<iframe></iframe>', url: 'https://video.example/1' } },
      null,
      false,
      { type: 'hologram', data: { depth: 3 } },
      { type: 'image', data: { id: 4 } },
    ]
    const { steps } = read(guideSchema, { guideid: 1, steps: media.map((one, at) => ({ stepid: at, media: one })) })
    expect(steps.map((step) => step.media?.type)).toEqual(['image', 'video', 'embed', undefined, undefined, 'hologram', 'image'])
    expect(steps[6]?.media?.data).toEqual([expect.objectContaining({ id: 4 })])
    expect(steps[5]?.media?.data).toEqual({ depth: 3 })
  })

  test('leaves of a tree are null, {} or []', () => {
    const leaf = (title: string, display_title = '') => ({ title, display_title, children: [] })
    const tree = { Kettle: null, Toaster: {}, Home: { Chair: [], Lamp: false } }
    expect(orderTree(read(categoryTreeSchema, tree), { Lamp: 'Lamps' })).toEqual([
      leaf('Kettle'),
      leaf('Toaster'),
      { ...leaf('Home'), children: [leaf('Chair'), leaf('Lamp', 'Lamps')] },
    ])
    expect(read(hierarchySchema, { hierarchy: tree, display_titles: [] }).display_titles).toEqual({})
  })

  test('badges are the earned ones, and badges without this field are earned', () => {
    const badge = (name: string) => ({ badgeid: 1, name })
    const names = (answer: unknown) => read(badgesSchema, answer).map(({ name }) => name)
    expect(names([badge('Old'), badge('Older')])).toEqual(['Old', 'Older'])
    const all = [true, 1, '1', 1400000000].map((earned) => ({ earned, badge: badge('Earned') }))
    const none = [false, 0, '0', '', null].map((earned) => ({ earned, badge: badge('Not earned') }))
    expect(names([...all, ...none])).toEqual(all.map(() => 'Earned'))
    expect(names({ results: [...none, { badge: badge('Said to be theirs') }], moreResults: false, totalResults: 6 })).toEqual([
      'Said to be theirs',
    ])
    expect(names([{ earned: true, badge: 5 }])).toEqual([])
  })

  test('members of a team are a list of users, or inside an object', () => {
    const ada = { userid: 4, username: 'Ada' }
    for (const answer of [[ada], { teamid: 1, members: [ada] }, { results: [ada] }])
      expect(read(membersSchema, answer).map(({ userid }) => userid)).toEqual([4])
  })

  test('favourites contain the guide or its id, releases are in a list or an object', () => {
    for (const answer of [[{ guideid: 5 }], [{ date: 1, guide: { guideid: 5 } }], { results: [{ date: 1, guide: { guideid: '5' } }] }])
      expect(read(guidesOfUserSchema, answer)).toMatchObject([{ guideid: 5 }])
    for (const answer of [[{ version: '1.0', date: 9 }], { releases: [{ version: '1.0', date: 9 }] }])
      expect(read(releasesSchema, answer)).toMatchObject([{ version: '1.0', date: 9 }])
    expect(read(releasesSchema, { releases: [] })).toEqual([])
  })

  test('keys that every object has are titles like others', () => {
    const tree = read(
      hierarchySchema,
      JSON.parse('{"hierarchy":{"constructor":{"toString":null},"__proto__":null,"":null},"display_titles":{"Kettle":"Kettles"}}'),
    )
    expect(orderTree(tree.hierarchy, tree.display_titles)).toEqual([
      { title: 'constructor', display_title: '', children: [{ title: 'toString', display_title: '', children: [] }] },
      { title: '__proto__', display_title: '', children: [] },
    ])
  })
})

describe('a missing required field refuses a record and is named', () => {
  test.each<[kind: string, field: string, z.ZodType, answer: unknown]>([
    ['guide', 'guideid', guideSchema, {}],
    ['guide', 'steps', guideSchema, { guideid: 1, steps: 'none' }],
    ['guide', '(the whole answer)', guideSchema, []],
    ['guide summary', 'guideid', guideSummarySchema, { guideid: 'one' }],
    ['wiki', 'title', wikiSchema, { wikiid: 1, namespace: 'ITEM' }],
    ['hierarchy', 'hierarchy', hierarchySchema, { hierarchy: 'flat', display_titles: {} }],
    ['tree', '(the whole answer)', categoryTreeSchema, 'flat'],
    ['comment', 'commentid', commentSchema, { commentid: null }],
    ['user', 'userid', userSchema, { username: 'ada' }],
    ['team', 'teamid', teamSchema, { name: 'Menders' }],
    ['badges', '(the whole answer)', badgesSchema, 'none'],
    ['members', '(the whole answer)', membersSchema, 5],
    ['image', '(the whole answer)', imageDetailSchema, []],
  ])('%s: %s', (_, field, schema, answer) => {
    const result = parse(schema, answer)
    expect(result).toMatchObject({ ok: false, field })
    expect(result).toHaveProperty('problem', expect.stringMatching(/\w/))
  })
})
