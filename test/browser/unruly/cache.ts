import sharp from 'sharp'
import type { SmallCache } from '../../cache/small-cache.ts'

const ORIGIN = 'https://repair.example'
/** A word without a good place to break. */
const WORD = 'W'.repeat(300)
const LONG_URL = `${ORIGIN}/${'a-path/without/an-end/'.repeat(12)}`
/** Letters with stacked marks, up to the top of the window. */
const MARKED = `${'a'.repeat(10)}${`a${'\u0301'.repeat(300)}`.repeat(20)}`
const ENDLESS = 'an endless title '.repeat(6000)
const TURNED = 'Turned \u202egnp'
const JOINED = '\u{1F469}\u200d'.repeat(500)
export const KETTLE = 'Kettle'
const long = (start: string): string => `${start} ${'and whatever else belongs to it '.repeat(60)}`.slice(0, 1500).trim()
/** Titles of 1,500 characters. */
export const LONG = { category: long('Lamp'), guide: long('Descaling'), before: long('Unplugging'), tool: long('Spudger') }
const SLIVER = `${ORIGIN}/sliver.png`

const GREY = await sharp({ create: { width: 1, height: 60_000, channels: 3, background: 'grey' } })
  .png()
  .toBuffer()

const nested = (element: string, depth: number): string => `<${element}>`.repeat(depth) + 'deep' + `</${element}>`.repeat(depth)
const table = `<table><tr>${'<td>cell</td>'.repeat(60)}</tr></table>`
const lists = '<ul><li>'.repeat(40) + 'deep' + '</li></ul>'.repeat(40)

/** Everything that makes a text wide, in the markup of the service. */
const WIDE = [
  `<p>${WORD}</p>`,
  `<p>${JOINED}</p>`,
  `<pre>${WORD}${WORD}</pre>`,
  `<p><code>${WORD}</code></p>`,
  lists,
  `<ul><li><pre>${WORD}</pre></li></ul>`,
  nested('blockquote', 30),
  `<dl>${'<dd><dl>'.repeat(20)}<dd>deep</dd>${'</dl></dd>'.repeat(20)}</dl>`,
  table,
  `<img src="${SLIVER}" alt="">`,
].join('')

const author = { userid: 7, username: WORD, unique_username: WORD, privileges: [WORD], image: null }
const comment = (commentid: number, text_rendered: string, rest: object) => ({ commentid, status: 'public', text_rendered, ...rest })
const thread = (depth: number): object => comment(1000 + depth, '<p>Yes.</p>', { replies: depth > 0 ? [thread(depth - 1)] : [] })
const COMMENTS = [
  comment(77, `<pre><code>${'x'.repeat(120)}</code></pre>${WIDE}`, { author, title: WORD }),
  comment(77, '<p>Again.</p>', {}),
  thread(60),
]

const line = (text_rendered: string) => ({ text_rendered, text_raw: '', bullet: 'black', level: 0 })
const embed = { type: 'embed', data: { html: '', url: `${ORIGIN}/watch`, title: WORD, provider_name: WORD } }
const guide = (guideid: number, title: string, rest: object = {}) => ({
  ...{ guideid, title, category: KETTLE, type: 'repair', summary: title, locale: 'en', author, steps: [], ...rest },
})
const wide = {
  ...{ difficulty: WORD, subject: WORD, tags: [WORD, '\u200b', '\u3164'], introduction_rendered: WIDE, comments: COMMENTS },
  flags: [{ flagid: 'OWN', title: WORD, text: WORD }],
  tools: [{ text: WORD, notes: WORD, quantity: 2 }],
  parts: [{ text: TURNED, notes: 'sold by the yard', url: `${ORIGIN}/p`, quantity: 1 }],
  steps: [
    {
      title: WORD,
      stepid: 1,
      lines: [line(`${WORD} <code>${WORD}</code> ${JOINED} <img src="${SLIVER}" alt="">`)],
      media: embed,
      comments: [],
    },
    {
      title: TURNED,
      stepid: 2,
      lines: [line('<a href="/Guide/x/99999999999999999999999">No guide</a>')],
      media: null,
      comments: [thread(3)],
    },
  ],
}
export const GUIDES = { wide: 1, marked: 2, endless: 3, invisible: 4, controls: 5, long: 6, before: 7 }

/** A service whose users wrote arbitrary texts. */
export function unrulyCache(): SmallCache {
  const before = guide(GUIDES.before, LONG.before, { category: LONG.category })
  const needs = { prerequisites: [before], tools: [{ text: LONG.tool, quantity: 1 }], tags: [long('Limescale')] }
  const guides = [
    guide(GUIDES.long, LONG.guide, { category: LONG.category, ...needs }),
    before,
    guide(GUIDES.wide, `Wide ${WORD}`, wide),
    guide(GUIDES.marked, MARKED, { url: `${ORIGIN}/x/special case/${GUIDES.marked}` }),
    guide(GUIDES.endless, ENDLESS),
    guide(GUIDES.invisible, '\u3164\u00ad'),
    guide(GUIDES.controls, 'Bell\u0007 and \u001b[31mescape\u0000', { summary: '\u009b\u0001' }),
  ]
  const named = [{ title: WORD, text: WORD, url: LONG_URL }]
  const kettle = {
    ...{ wikiid: 1, namespace: 'CATEGORY', title: KETTLE, display_title: KETTLE, contents_rendered: WIDE, tags: [WORD, '\u00ad'] },
    info: [
      { name: 'Manual', value: LONG_URL },
      { name: 'N'.repeat(40), value: 'x'.repeat(4000) },
    ],
    ...{ suppliers: named, diagrams: named, authors: [{ userid: 7, username: WORD, percent: 100 }] },
    related_wikis: [{ title: 'Element', namespace: 'CATEGORY' }],
    table_of_contents: [{ title: WORD, id: 'a', level: 1 }],
  }
  const lamp = {
    ...{ wikiid: 3, namespace: 'CATEGORY', title: LONG.category, display_title: LONG.category, contents_rendered: '<p>Shines.</p>' },
    suppliers: [{ name: LONG.tool, url: 'https://parts.example/' }],
  }
  const hierarchy = { [KETTLE]: { Element: null }, [LONG.category]: { [long('Filament')]: null } }
  return {
    manifest: { name: WORD },
    records: [
      ...guides.map((body) => ({ kind: 'guide' as const, id: String(body.guideid), body })),
      { kind: 'wiki', id: `CATEGORY/${KETTLE}`, body: kettle },
      { kind: 'wiki', id: 'CATEGORY/Element', body: { ...kettle, wikiid: 2, title: 'Element', display_title: WORD, info: [] } },
      { kind: 'wiki', id: `CATEGORY/${LONG.category}`, body: lamp },
      { kind: 'hierarchy', id: '', body: { hierarchy, display_titles: { Element: WORD } } },
      { kind: 'user', id: '7', body: { ...author, about_rendered: WIDE } },
      { kind: 'user-badges', id: '7', body: [{ badgeid: 1, name: WORD, description: WORD, count: 1 }] },
      { kind: 'team-members', id: '3', body: [author, { ...author, userid: 8, username: '\u3164' }] },
    ],
    lists: { guides, teams: [{ teamid: 3, name: WORD, description: WIDE, owner: 7, member_count: 1 }] },
    media: { [SLIVER]: GREY },
  }
}
