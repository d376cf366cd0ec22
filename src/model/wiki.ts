import { z } from 'zod'
import { flagSchema } from './guide.ts'
import { documentSchema, imageSchema } from './media.ts'
import { isObject, lenient, ODD } from './lenient.ts'
import { bareText, bool, id, ifThere, int, langid, list, maybe, text, texts, timestamp, title } from './php.ts'
import { isNamespace, NAMESPACES } from './ref.ts'
import { person } from './user.ts'

/** An entry of a category's list: a wiki, a guide, or something else with a title. */
const listed = z.union([
  bareText.transform((title) => ({ title, namespace: '', guideid: 0, url: '', image: null, note: '' })),
  z
    .looseObject({
      title: text,
      display_title: text,
      name: text,
      namespace: text,
      guideid: int,
      url: text,
      summary: text,
      image: maybe(imageSchema),
    })
    .transform(({ title, display_title, name, namespace, guideid, url, summary, image }) => ({
      title: title || name || display_title,
      display_title: display_title || title || name,
      namespace,
      guideid,
      url,
      image,
      note: summary,
    })),
])
/** `display_title` is the displayed title; absent if the answer has a bare title. */
export type Listed = z.infer<typeof listed> & { display_title?: string }

/** Fields that can contain a list's items; none of them is specified. */
const ITEMS = ['items', 'categories', 'wikis', 'guides', 'children', 'list', 'entries'] as const

const items = list(listed).catch([])
const titledList = z
  .looseObject({
    title: text,
    name: text,
    heading: text,
    ...(Object.fromEntries(ITEMS.map((field) => [field, items])) as Record<(typeof ITEMS)[number], typeof items>),
  })
  .transform(({ title, name, heading, ...rest }) => ({
    title: title || name || heading,
    items: ITEMS.flatMap((field): Listed[] => rest[field]),
  }))

/** `category_lists` of a wiki, under headings such as a maker's; other items form a list without a title. The shape is not specified. */
const categoryListsSchema = z.preprocess((value) => {
  if (!Array.isArray(value)) return value
  const all: unknown[] = value
  const hasItems = (item: unknown) => typeof item === 'object' && item !== null && ITEMS.some((field) => field in item)
  const bare = all.filter((item) => !hasItems(item))
  return [...all.filter(hasItems), ...(bare.length > 0 ? [{ items: bare }] : [])]
}, list(titledList).catch([]))

export type CategoryList = z.infer<typeof titledList>

/** When a task is due: text, or an object that contains it. */
const trigger = z.union([
  bareText,
  z
    .looseObject({ text, description: text, interval: text, label: text })
    .transform(({ text, description, interval, label }) => text || description || interval || label),
])

const tasks = list(
  z.union([
    bareText.transform((title) => ({ title, text: '', url: '', image: null })),
    z
      .looseObject({
        title: text,
        name: text,
        task: text,
        text,
        interval: text,
        frequency: text,
        triggers: list(trigger),
        url: text,
        image: maybe(imageSchema),
      })
      .transform(({ title, name, task, text, interval, frequency, triggers, url, image }) => {
        const what = title || name || task || text
        const due = interval || frequency || triggers.filter(Boolean).join(', ')
        return { title: what, text: due || (what === text ? '' : text), url, image }
      }),
  ]),
)

/** The maintenance schedule: a list, or an object that also names its owner: `{schedules: [{task, triggers}], inheritedFrom}`. */
const maintenanceSchema = z.preprocess(
  (value) => (isObject(value) && !('schedules' in value) ? Object.values(value) : value),
  z.union([z.looseObject({ schedules: tasks, inheritedFrom: text }).transform(({ schedules }) => schedules), tasks]),
)

/** Undefined if the answer lacks it: the requester of a wiki knows its namespace. */
const namespace = lenient(
  (value) => {
    if (value == null || value === false || value === '') return undefined
    const word = typeof value === 'string' ? value.toUpperCase() : ''
    return isNamespace(word) ? word : ODD
  },
  undefined,
  z.enum(NAMESPACES).optional(),
)

/** Light wiki, section 2.6. `namespace` can be a word outside the six (`TOPIC` in search results). */
export const wikiSummarySchema = z.looseObject({
  wikiid: int,
  title: text,
  display_title: text,
  namespace: text,
  summary: text,
  text,
  url: text,
  image: maybe(imageSchema),
})

/** A related category in the tree: a title, or an object with one. */
const relative = z.union([
  bareText.transform((title) => ({ title, display_title: '', namespace: '' })),
  z.looseObject({ title: text, display_title: text, namespace: text }),
])

/** An object with a name, in any of the services' fields; the specification does not document them. */
const named = z.union([
  bareText.transform((title) => ({ title, text: '', url: '', image: null })),
  z
    .looseObject({ title: text, name: text, text, interval: text, url: text, image: maybe(imageSchema) })
    .transform(({ title, name, text, interval, url, image }) => {
      const what = title || name
      return { title: what || text, text: interval || (what ? text : ''), url, image }
    }),
])
const namedList = list(named)
export type Named = z.infer<typeof named>

const flags = z.preprocess((value) => {
  if (!isObject(value)) return value
  return Object.entries(value).map(([flagid, flag]) => (typeof flag === 'object' ? { flagid, ...flag } : flagid))
}, list(flagSchema))

/** Wiki, section 2.5, with the additional fields of real services after `image` (api-facts, Wiki). */
export const wikiSchema = z.looseObject({
  wikiid: int,
  langid,
  namespace,
  title,
  display_title: text,
  revisionid: int,
  contents_raw: text,
  contents_rendered: text,
  description: text,
  image: maybe(imageSchema),
  flags,
  created_date: timestamp,
  modified_date: timestamp,
  available_langids: list(langid),
  ancestors: list(relative),
  children: list(relative),
  author: person,
  /** `percent` is the share of the text. */
  authors: list(z.looseObject({ userid: int, username: text, percent: int, avatar_url: text })),
  info: list(z.looseObject({ name: text, value: text, inheritedFrom: text })),
  documents: list(documentSchema),
  featured_guides: list(z.union([z.int().transform((guideid) => ({ guideid })), z.looseObject({ guideid: id })])),
  linked_wikis: list(relative),
  related_wikis: list(relative),
  parts: maybe(z.looseObject({ url: text, categories: list(z.looseObject({ tag: text, count: int, url: text })) })),
  /** 0 to 10; 0 = none. */
  repairability_score: int,
  is_troubleshooting: bool,
  diagrams: namedList,
  category_lists: categoryListsSchema,
  maintenance_schedule: maintenanceSchema,
  suppliers: namedList,
  solutions_url: text,
  table_of_contents: list(z.looseObject({ title: text, id: text, level: int })),
  /** Undefined if the details lack them: they then have an answer of their own. */
  tags: ifThere(z.preprocess((tags) => (tags === false ? undefined : tags), ifThere(texts))),
  tools: list(z.looseObject({ title: text, target_url: text, image_url: text, itemcode: text })),
})
export type Wiki = z.infer<typeof wikiSchema>
