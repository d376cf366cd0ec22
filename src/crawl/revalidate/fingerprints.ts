import { createHash } from 'node:crypto'
import { z } from 'zod'
import { extraOf, isExtra } from '../../model/extras.ts'
import { parse } from '../../model/parse.ts'
import { id, list, nameText, text, timestamp } from '../../model/php.ts'
import { canonicalTitle } from '../../model/title.ts'
import { LIST_NAMES, type ListName, LISTS } from '../../model/resources.ts'
import type { RecordKey } from '../../cache/layout.ts'

/** A list item, by `name`; if it changes, so has the record behind `mark`. `facts` is a hash of its relevant fields, `modifiedAt` in seconds. */
export type Fingerprint = ReturnType<typeof printed>

/** Dates are floats that services occasionally round (api-facts, Guide). */
const SLACK_SECONDS = 1

/** Clocks differ, and an edit may be in progress while a list is read. */
export const OVERLAP_SECONDS = 3600

export const isSame = (last: Fingerprint, now: Fingerprint): boolean =>
  last.facts === now.facts && Math.abs(last.modifiedAt - now.modifiedAt) <= SLACK_SECONDS

/** True if a stored answer is older than the list says. */
export const isOlder = (storedAt: number, listedAt: number): boolean => storedAt > 0 && storedAt + SLACK_SECONDS < listedAt

/** The lists that reveal changes. The others are stored, but say nothing about records. */
export const TELLING_LISTS = LIST_NAMES.filter((list) => LISTS[list].telling)

/** Undefined for an item that identifies no record. */
export function fingerprintItem(list: ListName, item: unknown): Fingerprint | undefined {
  if (typeof item !== 'object' || !item) return undefined
  const fields = item as Record<string, unknown>
  if (list === 'guides') return printed(list, `guide ${nameText(fields.guideid)}`, fields)
  if (list === 'teams') return printed(list, `team-members ${nameText(fields.teamid)}`, fields)
  const { namespace } = LISTS[list]
  if (namespace) return printed(list, `wiki ${namespace}/${canonicalTitle(nameText(fields.title))}`, fields)
  const mark = MARK_OF_CONTEXT.get(fields.context)
  return mark
    ? { ...printed(list, `comment ${nameText(fields.commentid)}`, fields), mark: `${mark} ${nameText(fields.contextid)}` }
    : undefined
}

/** A comment on a step is part of the step's guide. */
const MARK_OF_CONTEXT = new Map<unknown, string>(Object.entries({ guide: 'guide', step: 'step', wiki: 'wikiid' }))

function printed(list: ListName, name: string, fields: Record<string, unknown>) {
  const values = LISTS[list].telling?.map((field) => essence(fields[field]))
  const facts = createHash('sha1').update(JSON.stringify(values)).digest().readUIntBE(0, 6)
  return { name, mark: name, facts, modifiedAt: list === 'guides' ? newestDate(fields) : 0 }
}

/** PHP's empty values count as one. A picture is compared by id (its addresses may have a timestamp), a reply like a comment. */
function essence(value: unknown): unknown {
  if (value == null || value === false || value === 0 || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(essence)
  if (typeof value !== 'object') return value
  if ('commentid' in value) return LISTS.comments.telling?.map((field) => essence((value as Record<string, unknown>)[field]))
  if ('id' in value) return value.id
  return value
}

const datesSchema = z.object({ modified_date: timestamp, prereq_modified_date: timestamp })

/** When a guide last changed, in seconds (api-facts, Guide); 0 if unknown. */
export function newestDate(answer: unknown): number {
  const parsed = parse(datesSchema, answer)
  return parsed.ok ? Math.max(parsed.value.modified_date, parsed.value.prereq_modified_date) : 0
}

const guidePartsSchema = z.object({
  prerequisites: list(z.object({ guideid: id })),
  steps: list(z.object({ stepid: id })),
})
const wikiPartsSchema = z.object({ wikiid: text })

/** Marks of content that an answer includes: if one of them has changed, so has the answer. */
export function partsOf({ kind, id: name }: RecordKey, answer: unknown): string[] {
  if (isExtra(kind)) {
    const { of } = extraOf(kind)
    return of === 'guide' || of === 'user' ? [`${of} ${name}`] : of === 'category' ? [`wiki ${name}`] : []
  }
  if (kind === 'guide-tags') return [`guide ${name}`]
  if (kind === 'wiki-tags') return [`wiki ${name}`]
  if (kind === 'wiki') {
    const wiki = parse(wikiPartsSchema, answer)
    return wiki.ok ? [`wikiid ${wiki.value.wikiid}`] : []
  }
  const guide = kind === 'guide' ? parse(guidePartsSchema, answer) : undefined
  if (!guide?.ok) return []
  return [...guide.value.prerequisites.map(({ guideid }) => `guide ${guideid}`), ...guide.value.steps.map(({ stepid }) => `step ${stepid}`)]
}
