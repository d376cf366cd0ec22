import { z } from 'zod'
import { NAMESPACES } from '../../src/model/ref.ts'

// What the specification (section 2) says of each resource and clients rely on, as it is on the wire. Other fields pass.

const id = z.int().nonnegative()
/** PHP writes an empty object as []. */
const object = z.union([z.looseObject({}), z.tuple([])])
export const strings = z.array(z.string())

const image = z.looseObject({ id: z.int(), guid: z.string().nullish() })
/** A default avatar has an id below zero; a text may stand where there is no picture. */
const imageOrNone = z.union([image, z.null(), z.literal(''), z.literal(false)])

export const guideItem = z.looseObject({
  dataType: z.literal('guide'),
  guideid: id,
  title: z.string(),
  category: z.string(),
  type: z.string(),
  locale: z.string(),
  modified_date: z.number(),
  prereq_modified_date: z.union([z.number(), z.literal(false)]),
  public: z.boolean(),
  revisionid: id,
  url: z.string(),
  userid: id,
  username: z.string(),
  flags: z.array(z.string()),
  tags: z.union([strings, z.literal(false)]).optional(),
  image: imageOrNone,
})
export const guideItems = z.array(guideItem)

const line = z.looseObject({
  text_raw: z.string(),
  text_rendered: z.string(),
  bullet: z.string(),
  level: id,
  lineid: id.nullable(),
})
const step = z.looseObject({
  guideid: id,
  stepid: id,
  orderby: id,
  revisionid: id,
  title: z.string(),
  lines: z.array(line),
  media: z.looseObject({ type: z.string(), data: z.unknown() }).nullish(),
  comments: z.array(z.unknown()).optional(),
})
export const guideDetail = z.looseObject({
  guideid: id,
  title: z.string(),
  langid: z.string().optional(),
  locale: z.string(),
  available_langids: strings.optional(),
  introduction_raw: z.string().nullable(),
  introduction_rendered: z.string().nullable(),
  flags: z.array(z.unknown()),
  documents: z.array(z.unknown()),
  parts: z.array(z.unknown()),
  prerequisites: z.array(z.looseObject({ guideid: id })),
  steps: z.array(step),
  image: imageOrNone,
})
export type GuideDetail = z.infer<typeof guideDetail>

const wikiItem = z.looseObject({
  dataType: z.literal('wiki'),
  wikiid: id,
  title: z.string(),
  display_title: z.string(),
  namespace: z.enum(NAMESPACES),
  summary: z.string(),
  url: z.string(),
  image: imageOrNone,
})
export const wikiItems = z.array(wikiItem)
export const wikiDetail = z.looseObject({
  wikiid: id,
  langid: z.string(),
  namespace: z.enum(NAMESPACES),
  title: z.string(),
  revisionid: id,
  contents_raw: z.string(),
  contents_rendered: z.string(),
  flags: object.or(z.array(z.unknown())),
  modified_date: z.number().optional(),
  image: imageOrNone,
})

interface Tree {
  [title: string]: Tree | null
}
const tree: z.ZodType<Tree> = z.lazy(() =>
  z.union([
    z.record(z.string(), z.union([tree, z.null()])),
    // PHP's empty object
    z.tuple([]).transform(() => ({})),
  ]),
)
export const categories = tree
export const hierarchy = z.looseObject({
  hierarchy: tree,
  display_titles: z.union([z.record(z.string(), z.string()), z.tuple([]).transform(() => ({}))]),
})

interface Ordered {
  title: string
  children: Ordered[]
}
const ordered: z.ZodType<Ordered> = z.lazy(() => z.looseObject({ title: z.string(), children: z.array(ordered) }))
export const hierarchyOrder = z.array(ordered)

/** Every title of a tree. */
export const titlesIn = (node: Tree | null): string[] => Object.entries(node ?? {}).flatMap(([title, below]) => [title, ...titlesIn(below)])
export const titlesInOrder = (nodes: readonly Ordered[]): string[] =>
  nodes.flatMap(({ title, children }) => [title, ...titlesInOrder(children)])

export const team = z.looseObject({ teamid: id, name: z.string(), member_count: id, owner: id, reputation: z.int() })
export const user = z.looseObject({
  userid: id,
  username: z.string(),
  unique_username: z.string().nullish(),
  reputation: z.int(),
  teams: z.array(z.int()),
})
export const member = z.looseObject({ userid: id, username: z.string() })

const commentFields = z.looseObject({
  commentid: id,
  context: z.string(),
  contextid: id,
  parentid: id.nullable(),
  author: member,
  text_raw: z.string(),
  text_rendered: z.string(),
  date: z.number(),
  modified_date: z.number(),
  status: z.string(),
})
export const comment = commentFields.extend({ replies: z.array(commentFields).optional() })

export const imageDetail = z.looseObject({
  image,
  width: z.int(),
  height: z.int(),
  ratio: z.string(),
  exif: object,
  srcid: z.unknown(),
  markup: z.unknown(),
})
export const videoDetail = z.looseObject({
  videoid: id,
  filename: z.string(),
  duration: z.number(),
  image: z.looseObject({ image }),
  encodings: z.array(z.looseObject({ format: z.string(), url: z.string(), mime: z.string() })),
})

export const searchAnswer = z.looseObject({
  search: z.string(),
  limit: id,
  offset: id,
  totalResults: id,
  moreResults: z.boolean(),
  results: z.array(
    z.looseObject({
      dataType: z.string(),
      guideid: id.optional(),
      title: z.string(),
      display_title: z.string().nullish(),
      type: z.string().optional(),
    }),
  ),
})

export const errorBody = z.looseObject({
  message: z.string().min(1),
  error: z.literal(true).optional(),
  errors: z.array(z.unknown()).optional(),
})
