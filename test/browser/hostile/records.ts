import type { SmallCache } from '../../cache/small-cache.ts'

/** The values of a record's fields: texts, HTML and addresses. */
export type Filling = Record<'text' | 'html' | 'url', string>

const OWNER = 1
/** The prerequisite of all others. */
export const PREREQUISITE = 99_998
const PICTURE = { id: 5, thumbnail: 'https://media.example/p.thumbnail', standard: 'https://media.example/p.standard' }

const author = ({ text }: Filling) => ({ userid: OWNER, username: text, unique_username: text, image: PICTURE })
const comment = (commentid: number, filling: Filling, replies: unknown[] = []): unknown => ({
  commentid,
  title: filling.text,
  text_rendered: filling.html,
  author: author(filling),
  date: 1,
  status: filling.text,
  replies,
})
const document = ({ text, url }: Filling) => ({
  documentid: 9,
  guid: text,
  title: text,
  text,
  filename: `${text}.pdf`,
  extension: `${text}.pdf`,
  url,
  image: PICTURE,
})
const product = ({ text, url }: Filling) => ({ type: text, text, notes: text, quantity: 2, url, thumbnail: url, isoptional: true })

/** A guide with each of its fields filled; `fine` fillings of the HTML leave the page's own tree unchanged. */
export const guide = (guideid: number, filling: Filling) => ({
  guideid,
  title: filling.text,
  type: filling.text,
  category: 'Kettle',
  subject: filling.text,
  summary: filling.text,
  difficulty: filling.text,
  // Shown only with a number.
  time_required: `${filling.text} 5`,
  locale: 'en',
  langid: 'en',
  public: true,
  userid: OWNER,
  username: filling.text,
  url: filling.url,
  image: PICTURE,
  flags: [{ flagid: filling.text, title: filling.text, text: filling.text }],
  tags: [filling.text],
  author: author(filling),
  // Other words than those of the summary, which would not be repeated.
  introduction_rendered: `<p>First.</p>${filling.html}`,
  conclusion_raw: filling.html,
  tools: [product(filling)],
  parts: [product(filling)],
  documents: [document(filling)],
  comments: [comment(guideid * 10, filling, [comment(guideid * 10 + 1, filling)])],
  featured_documentid: 9,
  featured_document_embed_url: filling.url,
  intro_video_url: filling.url,
  prerequisites: [{ guideid: PREREQUISITE, title: filling.text, image: PICTURE }],
  modified_date: 1,
  created_date: 1,
  steps: [
    {
      stepid: guideid * 3 + 1,
      guideid,
      orderby: 1,
      title: filling.text,
      lines: [
        { text_rendered: filling.html, bullet: filling.text, level: 0 },
        { text_raw: filling.html, bullet: 'icon_note', level: 1 },
      ],
      media: { type: 'image', data: [PICTURE, PICTURE] },
      comments: [comment(guideid * 10 + 2, filling)],
    },
    {
      stepid: guideid * 3 + 2,
      guideid,
      orderby: 2,
      lines: [],
      media: {
        type: 'embed',
        data: { html: filling.html, url: 'https://tube.example/x', title: filling.text, provider_name: filling.text },
      },
    },
    {
      stepid: guideid * 3 + 3,
      orderby: 3,
      guideid,
      lines: [],
      media: {
        type: 'video',
        data: {
          filename: filling.text,
          duration: 1,
          image: { image: PICTURE },
          encodings: [{ url: filling.url, mime: filling.text, format: filling.text }],
        },
      },
    },
  ],
})

/** A wiki of a category or of another kind, likewise. */
export const wiki = (title: string, namespace: string, filling: Filling) => ({
  wikiid: 1,
  namespace,
  title,
  display_title: filling.text,
  description: filling.text,
  contents_rendered: filling.html,
  langid: 'en',
  image: PICTURE,
  flags: [{ flagid: filling.text, title: filling.text, text: filling.text }],
  author: author(filling),
  authors: [{ userid: OWNER, username: filling.text, avatar_url: filling.url }],
  info: [{ name: filling.text, value: filling.html, inheritedFrom: filling.text }],
  documents: [document(filling)],
  parts: { url: filling.url, categories: [{ tag: filling.text, count: 2, url: filling.url }] },
  tools: [{ title: filling.text, target_url: filling.url, image_url: filling.url }],
  solutions_url: filling.url,
  tags: [filling.text],
})

export const user = (userid: number, filling: Filling) => ({
  userid,
  username: filling.text,
  unique_username: filling.text,
  about_rendered: filling.html,
  image: PICTURE,
  join_date: 1,
  reputation: 1,
  teams: [1],
})

export const badge = ({ text }: Filling) => ({
  badgeid: 1,
  name: text,
  title: text,
  description: text,
  type: text,
  count: 2,
  image: PICTURE,
})

export const team = (teamid: number, filling: Filling) => ({
  teamid,
  name: filling.text,
  description: filling.html,
  image: PICTURE,
  member_count: 1,
  owner: OWNER,
})

/** The site's own words. */
export const siteInfo = (text: string) => ({
  name: text,
  title: text,
  domain: text,
  description: text,
  license: { name: text, url: text },
})

export type Records = NonNullable<SmallCache['records']>
