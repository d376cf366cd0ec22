import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { guideView } from '../../../src/views/guide/guide.ts'
import { guide, guidesCache, image, siteOf } from '../small-site.ts'

const line = (text_rendered: string, changes = {}) => ({ text_rendered, text_raw: '', bullet: 'black', level: 0, ...changes })
const step = (stepid: number, changes = {}) => ({
  stepid,
  guideid: 1,
  orderby: stepid,
  title: '',
  lines: [],
  media: null,
  comments: [],
  ...changes,
})

const siteWith = (changes: Record<string, unknown>, more = {}, others: ReturnType<typeof guide>[] = []) =>
  siteOf(guidesCache([guide(1, changes), ...others], more))

const viewOf = async (...parts: Parameters<typeof siteWith>) => guideView(await siteWith(...parts), 1)

describe('steps', () => {
  test('are numbered in their order and have both anchors', async () => {
    const { steps } = await viewOf({ steps: [step(31, { orderby: 2 }), step(77, { orderby: 1 })] })
    expect(steps.map(({ number, id, serviceId }) => `${number} ${id} ${serviceId}`)).toEqual(['1 step-1 s77', '2 step-2 s31'])
  })

  test('keep the order of the service if one lacks its position', async () => {
    const orderOf = async (...places: unknown[]) => {
      const { steps } = await viewOf({ steps: places.map((orderby, at) => step(at + 1, { orderby })) })
      return steps.map(({ serviceId }) => serviceId)
    }
    for (const odd of ['third', null, undefined, [], false]) expect(await orderOf(1, 2, odd, 4)).toEqual(['s1', 's2', 's3', 's4'])
    expect(await orderOf(2, 1, 0)).toEqual(['s3', 's2', 's1'])
    expect(await orderOf('2', '10', '1')).toEqual(['s3', 's1', 's2'])
  })

  test('inlined from a prerequisite are not repeated, those of a guide without a page are kept; none occurs twice', async () => {
    const steps = [step(5, { guideid: 2 }), step(6, { guideid: 3 }), step(7), step(7)]
    expect((await viewOf({ steps }, {}, [guide(2)])).steps.map(({ serviceId }) => serviceId)).toEqual(['s6', 's7'])
  })

  test('contain their lines as a tree, without inventing skipped levels', async () => {
    const lines = [line('a'), line('b', { level: 1 }), line('c', { level: 2 }), line('d', { level: 1 }), line('e'), line('f', { level: 2 })]
    const { steps } = await viewOf({ steps: [step(1, { lines })] })
    type Lines = NonNullable<(typeof steps)[number]>['lines']
    const outline = (of: Lines): unknown[] => of.map(({ html, below }) => (below.length > 0 ? [html, outline(below)] : html))
    expect(outline(steps[0]?.lines ?? [])).toEqual([
      ['a', [['b', ['c']], 'd']],
      ['e', ['f']],
    ])
  })

  test('link to each other by a bare anchor', async () => {
    const { steps } = await viewOf({ steps: [step(31, { lines: [line('<a href="#s77">Then</a> <a href="#s99">there</a>')] }), step(77)] })
    expect(steps[0]?.lines[0]?.html).toBe('<a href="#s77">Then</a> there')
  })

  test('mark their lines with a word for each colour and each kind of remark', async () => {
    const lines = ['light_blue', 'icon_caution', 'black', 'sparkling'].map((bullet) => line('x', { bullet }))
    const { steps } = await viewOf({ steps: [step(1, { lines })] })
    expect(steps[0]?.lines.map(({ mark }) => [mark.kind, mark.word])).toEqual([
      ['colour', 'Light blue'],
      ['callout', 'Caution'],
      ['plain', ''],
      ['plain', ''],
    ])
  })
})

describe('pictures', () => {
  const { object, media } = image('screw', { standard: [300, 225], medium: [592, 444], thumbnail: [96, 96] })

  test('name their step, by its title or the start of its first line, and their number among several', async () => {
    const long = `Turn <b>the</b> screw &amp; ${'wait '.repeat(40)}`
    const steps = [
      step(1, { title: 'Open it', media: { type: 'image', data: [object] } }),
      step(2, { lines: [line(long)], media: { type: 'image', data: [object, object] } }),
      step(3, { media: { type: 'image', data: [object] } }),
    ]
    const view = await viewOf({ steps }, { media })
    const alts = view.steps.map((each) => (each.media.kind === 'pictures' ? each.media.pictures.map(({ alt }) => alt) : []))
    expect(alts[0]).toEqual(['Step 1: Open it'])
    expect(alts[1]?.[0]).toMatch(/^Step 2: Turn the screw & (wait )+wait… \(picture 1 of 2\)$/)
    expect(alts[1]?.[0]?.length).toBeLessThan(150)
    expect(alts[2]).toEqual(['Step 3'])
  })

  test('are included in all cached sizes of one shape, the largest last', async () => {
    const { picture } = await viewOf({ image: object }, { media })
    expect(picture).toMatchObject({ width: 592, height: 444, src: expect.stringContaining('-592x444-') as string })
    expect(picture?.srcset).toMatch(/^\/media\/\S+-300x225-\d+-\w+\.png 300w, \/media\/\S+-592x444-\d+-\w+\.png 592w$/)
  })

  test('that are not cached are counted', async () => {
    const gone = { id: 2, standard: 'https://media.example/gone.standard' }
    const { steps } = await viewOf({ steps: [step(1, { media: { type: 'image', data: [object, gone] } })] }, { media })
    expect(steps[0]?.media).toMatchObject({ kind: 'pictures', missing: 1, pictures: [{ width: 592 }] })
  })
})

test('an embed keeps its own address and names the player that a click loads', async () => {
  const html = '<iframe src="https://www.youtube.com/embed/xzoen7x46qI?rel=0&amp;x=1"></iframe>'
  const steps = [
    step(1, { media: { type: 'embed', data: { html, url: '', title: 'A film', provider_name: 'YouTube' } } }),
    step(2, { media: { type: 'embed', data: { html: '<iframe src="https://evil.example/x">', url: '', title: '' } } }),
    step(3, { media: { type: 'embed', data: { html: '', url: '' } } }),
    step(4, { media: { type: 'hologram', data: 1 } }),
  ]
  const view = await viewOf({ steps })
  expect(view.steps.map(({ media }) => (media.kind === 'embed' ? [media.embed.provider, media.embed.frame] : media.kind))).toEqual([
    ['YouTube', 'https://www.youtube-nocookie.com/embed/xzoen7x46qI'],
    ['evil.example', undefined],
    'none',
    'none',
  ])
})

test('flags are shown in words, an unknown one in its own, and archived as a notice', async () => {
  const flags = [
    { flagid: 'GUIDE_STARRED', title: 'x' },
    { flagid: 'SITE_OWN', title: 'Our own' },
    'GUIDE_NEVER_HEARD_OF',
    'GUIDE_ARCHIVED',
  ]
  const view = await viewOf({ flags })
  expect(view.flags.map(({ text }) => text)).toEqual(['Featured guide', 'Our own', 'Never heard of'])
  expect(view.archived).toBe(true)
})

const comment = (commentid: number, changes = {}) => ({
  commentid,
  status: 'public',
  date: 10,
  text_rendered: '<p>Yes</p>',
  author: { userid: 7, username: 'Ada' },
  ...changes,
})

test.for([
  ['Boils water.', '<p>Boils <b>water.</b> With a lid.</p>', ''],
  ['Boils wat…', '<p>Boils water.</p>', ''],
  ['Boils water.', '<p>Keep it <b>clean.</b> Boils water.</p>', 'Boils water.'],
  ['Boils water.', '', 'Boils water.'],
] as const)('the summary %j above the introduction %j is %j', async ([summary, introduction_rendered, shown]) => {
  const view = await viewOf({ summary, introduction_rendered })
  expect(view.summary).toBe(shown)
  expect(view.head.description).toBe(summary)
})

test('a comment that is titled like its guide has no title', async () => {
  const titled = (commentid: number, title: string) => ({ ...comment(commentid), title })
  const view = await viewOf({
    title: 'Kettle Lid',
    steps: [step(1, { comments: [titled(1, 'Kettle Lid'), titled(2, 'Too hot')] })],
    comments: [{ ...titled(3, 'Kettle Lid'), replies: [titled(4, 'Kettle Lid')] }],
  })
  expect([...(view.steps[0]?.comments ?? []), ...view.comments].map(({ title }) => title)).toEqual(['', 'Too hot', ''])
  expect(view.comments[0]?.replies[0]?.title).toBe('')
})

test.for([
  ['replacement', true],
  ['teardown', true],
  ['technique', false],
  ['', false],
] as const)('a guide of type %j can be put back together in reverse: %j', async ([type, isReversible]) => {
  expect((await viewOf({ type })).isReversible).toBe(isReversible)
})

test('comments of steps and of the guide occur once, with replies, and without deleted ones', async () => {
  const inStep = comment(1, { replies: [comment(2, { status: 'resolved', modified_date: 20 })] })
  const view = await viewOf({ steps: [step(1, { comments: [inStep] })], comments: [inStep, comment(3), comment(4, { status: 'deleted' })] })
  expect(view.comments.map(({ id }) => id)).toEqual(['comment-3'])
  const [thread] = view.steps[0]?.comments ?? []
  expect(thread).toMatchObject({ id: 'comment-1', author: { name: 'Ada', href: '/user/7/' }, edited: undefined, resolved: false })
  expect(thread?.replies).toMatchObject([{ id: 'comment-2', resolved: true, edited: { iso: '1970-01-01T00:00:20.000Z' } }])
})

test('no guide is its own prerequisite, and none is named twice', async () => {
  const view = await viewOf({ prerequisites: [guide(1), guide(2), guide(3), guide(2)] }, {}, [guide(2)])
  expect(view.prerequisites.map(({ title }) => title)).toEqual([guide(2).title, guide(3).title])
})

test('prerequisites link to their pages, or to the original without one, and private ones nowhere', async () => {
  const view = await viewOf({ prerequisites: [guide(2), guide(3), guide(4, { public: false })] }, {}, [guide(2)])
  expect(view.prerequisites.map(({ href, leaving }) => [href, leaving])).toEqual([
    ['/guide/2/', false],
    ['https://repair.example/Guide/-/3', true],
  ])
})

test('tools show their number, purpose and explanation; optional ones come last', async () => {
  const tools = [
    { text: 'Lamp', isoptional: true, quantity: 1 },
    { text: 'Driver', quantity: '2', notes: 'PH2', url: '/Guide/Drivers/1' },
    { text: 'Tape', url: 'https://shop.example/tape' },
  ]
  const view = await viewOf({ tools })
  expect(view.tools.map(({ name, quantity, href, leaving }) => [name, quantity, href, leaving])).toEqual([
    ['Driver', 2, '/guide/1/', false],
    ['Tape', 1, 'https://shop.example/tape', true],
    ['Lamp', 1, undefined, true],
  ])
})

test('documents link to their local file with its kind and size, or else to the original', async () => {
  const media = { 'https://docs.example/a.pdf': Buffer.from(`%PDF-1.4\n${' '.repeat(2000)}`) }
  const documents = [
    { documentid: 1, text: 'Chart', url: '/Document/g/a.pdf', download_url: 'https://docs.example/a.pdf' },
    { documentid: 2, filename: 'b.stl', url: '/Document/h/b.stl', download_url: '' },
  ]
  const view = await viewOf({ documents, featured_documentid: 1 }, { media })
  expect(view.documents[0]).toMatchObject({
    title: 'Chart',
    leaving: false,
    facts: ['PDF', '2 kB'],
    href: expect.stringMatching(/^\/media\/.+\.pdf$/) as string,
  })
  expect(view.documents[1]).toMatchObject({
    title: 'b.stl',
    leaving: true,
    facts: ['STL'],
    href: 'https://repair.example/Document/h/b.stl',
  })
  expect(view.featured?.title).toBe('Chart')
})

test('a document that a browser would open as a page is downloaded under its name', async () => {
  const url = 'https://docs.example/manual.html'
  const documents = [{ documentid: 1, filename: 'Manual.html', url: '/Document/g/manual.html', download_url: url }]
  const view = await viewOf({ documents }, { media: { [url]: Buffer.from('<!doctype html><script>alert(1)</script>') } })
  expect(view.documents[0]).toMatchObject({ download: 'Manual.html', leaving: false, facts: ['HTML', expect.any(String) as string] })
  expect(view.documents[0]?.href).toMatch(/^\/media\/.+\.bin$/)
})

test('the breadcrumbs lead to the guide, and HowTo contains every step', async () => {
  const tree = { kind: 'categories' as const, id: '', body: { Kitchen: { Kettle: null } } }
  const view = await viewOf({ steps: [step(1, { lines: [line('Pour <b>it</b> out')] })], time_required_max: 600 }, { records: [tree] })
  expect(view.head.crumbs.map(({ title }) => title)).toEqual(['Categories', 'Kitchen', 'Kettle', 'Guide 1'])
  expect(view.head.data[0]).toMatchObject({
    '@type': 'HowTo',
    totalTime: 'PT10M',
    step: [{ position: 1, text: 'Pour it out', url: '/guide/1/#step-1' }],
  })
})

test('HowTo names steps as the page does if its links are relative', async () => {
  const view = await guideView({ ...(await siteWith({ steps: [step(1)] })), toRoot: '../../' }, 1)
  expect(view.head.data[0]).toMatchObject({ step: [{ url: '../../guide/1/index.html#step-1' }] })
})

test("the language of a text is marked if it differs from the site's, jp as ja", async () => {
  expect([(await viewOf({ langid: 'jp' })).lang, (await viewOf({ langid: 'en' })).lang, (await viewOf({})).lang]).toEqual([
    'ja',
    undefined,
    undefined,
  ])
})

const handoutOf = async (flags: Record<string, unknown>) => (await guideView(await siteOf(guidesCache([guide(7)]), flags), 7)).handout

/** The dark modules drawn by the lines of an SVG, as rows of a square. */
function squareOf({ size, lines }: { size: number; lines: string }): string[] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => ' '))
  for (const [, x, y, length] of lines.matchAll(/M(\d+) (\d+)h(\d+)/g)) rows[Number(y)]?.fill('#', Number(x), Number(x) + Number(length))
  return rows.map((row) => row.join(''))
}

test("the printed page has the guide's future address, in words and as a QR code", async () => {
  const handout = await handoutOf({ site: 'https://guides.example.org', base: '/mending/' })
  expect(handout?.address).toBe('guides.example.org/mending/guide/7/')
  const { data } = encode('https://guides.example.org/mending/guide/7/', { ecc: 'M', border: 2 })
  expect(handout && squareOf(handout.code)).toEqual(data.map((row) => row.map((isDark) => (isDark ? '#' : ' ')).join('')))
})

test('a site without an address prints neither', async () => {
  expect(await handoutOf({})).toBeUndefined()
})

const thing = (text: string, changes = {}) => ({
  text,
  type: '',
  quantity: 1,
  notes: '',
  url: '',
  thumbnail: '',
  isoptional: false,
  ...changes,
})
const before = (guideid: number) => ({ guideid, title: `Guide ${guideid}`, public: true })

async function neededBefore(...guides: ReturnType<typeof guide>[]) {
  const view = await guideView(await siteOf(guidesCache(guides)), 1)
  return view.neededBefore.map(({ name, quantity, optional }) => `${quantity} ${name}${optional ? ', optional' : ''}`)
}

test('tools and parts of all prerequisites are listed once, in the largest quantity, required if one guide requires them', async () => {
  expect(
    await neededBefore(
      guide(1, { prerequisites: [before(2), before(3)] }),
      guide(2, { parts: [thing('Tape', { quantity: 2 })], tools: [thing('Pick'), thing('Lamp', { isoptional: true })] }),
      guide(3, {
        parts: [thing('tape', { quantity: 3 })],
        tools: [thing('Pick', { isoptional: true }), thing('Lamp', { isoptional: true })],
      }),
    ),
  ).toEqual(['1 Pick', '3 Tape', '1 Lamp, optional'])
})

test('tools of a guide in another language are marked with that language', async () => {
  const site = await siteOf(guidesCache([guide(1, { prerequisites: [before(2)] }), guide(2, { langid: 'de', tools: [thing('Zange')] })]))
  expect((await guideView(site, 1)).neededBefore.map(({ lang }) => lang)).toEqual(['de'])
})

test('what the guide itself lists is not repeated', async () => {
  const own = guide(1, { prerequisites: [before(2)], tools: [thing('Pick')], parts: [thing('Glue')] })
  expect(
    await neededBefore(own, guide(2, { tools: [thing('PICK '), thing('Pick', { type: 'bent' }), thing('Saw')], parts: [thing('Glue')] })),
  ).toEqual(['1 Pick', '1 Saw'])
})

test('indirect prerequisites count too, a circle ends, and a guide without a page adds nothing', async () => {
  expect(
    await neededBefore(
      guide(1, { prerequisites: [before(2), before(9)] }),
      guide(2, { prerequisites: [before(3)], tools: [thing('Pick')] }),
      guide(3, { prerequisites: [before(1), before(2)], tools: [thing('Saw')] }),
    ),
  ).toEqual(['1 Pick', '1 Saw'])
})
