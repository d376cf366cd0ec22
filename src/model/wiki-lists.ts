import { z } from 'zod'
import { isObject } from './lenient.ts'
import { imageSchema } from './media.ts'
import { bareText, int, list, maybe, text } from './php.ts'

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

/**
 * `category_lists` of a wiki: lists of categories under headings of their own, such as those of one maker. An item that is not a list
 * becomes part of a list without a title. The shape is not specified, and unreadable parts are dropped.
 */
export const categoryListsSchema = z.preprocess((value) => {
  if (!Array.isArray(value)) return value
  const all: unknown[] = value
  const hasItems = (item: unknown) => typeof item === 'object' && item !== null && ITEMS.some((field) => field in item)
  const bare = all.filter((item) => !hasItems(item))
  return [...all.filter(hasItems), ...(bare.length > 0 ? [{ items: bare }] : [])]
}, list(titledList).catch([]))

export type CategoryList = z.infer<typeof titledList>

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
        triggers: list(trigger()),
        url: text,
        image: maybe(imageSchema),
      })
      .transform(({ title, name, task, text, interval, frequency, triggers, url, image }) => {
        const what = title || name || task || text
        return {
          title: what,
          text: interval || frequency || triggers.filter(Boolean).join(', ') || (what === text ? '' : text),
          url,
          image,
        }
      }),
  ]),
)

/** The maintenance schedule: a list, or an object that also names its owner: `{schedules: [{task, triggers}], inheritedFrom}`. */
export const maintenanceSchema = z.preprocess(
  (value) => (isObject(value) && !('schedules' in value) ? Object.values(value) : value),
  z.union([z.looseObject({ schedules: tasks, inheritedFrom: text }).transform(({ schedules }) => schedules), tasks]),
)

/** When a task is due: text, or an object that contains it. */
function trigger() {
  return z.union([
    bareText,
    z
      .looseObject({ text, description: text, interval: text, label: text })
      .transform(({ text, description, interval, label }) => text || description || interval || label),
  ])
}
