import { z } from 'zod'
import type { RecordKey, RecordKind } from '../../cache/layout.ts'
import type { Drift } from '../../cache/report.ts'
import { commentSchema } from '../../model/comment.ts'
import { readListPage } from '../../model/envelope.ts'
import { guideSchema, guideSummarySchema } from '../../model/guide.ts'
import { categoryTreeSchema, hierarchyOrderSchema, hierarchySchema } from '../../model/hierarchy.ts'
import { completionsSchema, favoritesSchema, releasesSchema } from '../../model/history.ts'
import { imageDetailSchema, videoSchema } from '../../model/media.ts'
import { text, wholeList } from '../../model/php.ts'
import { siteSchema } from '../../model/site.ts'
import { badgesSchema, membersSchema, teamSchema, userSchema } from '../../model/user.ts'
import { wikiSchema, wikiSummarySchema } from '../../model/wiki.ts'
import type { CrawledList } from '../endpoints.ts'
import { type Known, knownKeys } from './known-keys.ts'

/** By kind of record; the others' shape is not specified, and nothing reads them. */
export const SCHEMAS: Partial<Record<RecordKind, z.ZodType>> = {
  site: siteSchema,
  hierarchy: hierarchySchema,
  'hierarchy-order': hierarchyOrderSchema,
  categories: categoryTreeSchema,
  guide: guideSchema,
  'guide-tags': wholeList(text),
  wiki: wikiSchema,
  'wiki-tags': wholeList(text),
  user: userSchema,
  'user-badges': badgesSchema,
  'team-members': membersSchema,
  image: imageDetailSchema,
  video: videoSchema,
  'user-completions': completionsSchema,
  'user-favorites': favoritesSchema,
  'guide-releases': releasesSchema,
}

/** They may come in an envelope. */
const ENVELOPED: ReadonlySet<RecordKind> = new Set(['user-badges', 'team-members', 'user-completions', 'user-favorites', 'guide-releases'])

/** By list, of each of its items. */
export const ITEM_SCHEMAS: Record<CrawledList, z.ZodType> = {
  guides: guideSummarySchema,
  'guides-featured': guideSummarySchema,
  'wikis-CATEGORY': wikiSummarySchema,
  'wikis-ITEM': wikiSummarySchema,
  'wikis-TEAM': wikiSummarySchema,
  'wikis-USER': wikiSummarySchema,
  'wikis-INFO': wikiSummarySchema,
  'wikis-WIKI': wikiSummarySchema,
  tags: z.union([z.string(), z.looseObject({ tag: text })]),
  teams: teamSchema,
  users: userSchema,
  comments: commentSchema,
}

/** Words that the specification and real services use (specification, section 2; api-facts). */
const VALUES: Record<string, ReadonlySet<unknown>> = {
  'guide.type': new Set(['replacement', 'repair', 'disassembly', 'installation', 'maintenance', 'technique', 'how-to', 'teardown']),
  'guide.flags[].flagid': new Set([
    'GUIDE_STARRED',
    'GUIDE_FEATURED_STUDENT',
    'GUIDE_USER_CONTRIBUTED',
    'GUIDE_PREREQ_ONLY',
    'GUIDE_ARCHIVED',
    'GUIDE_IN_PROGRESS',
    'GUIDE_MISSING_IMAGES',
    'GUIDE_MISSING_STEPS',
    'NO_DETAILS',
    'INTRODUCTION_ISSUES',
  ]),
  'guide.steps[].media.type': new Set(['image', 'video', 'embed']),
  'guide.steps[].lines[].bullet': new Set([
    'black',
    'red',
    'orange',
    'yellow',
    'light_blue',
    'blue',
    'green',
    'violet',
    'icon_note',
    'icon_caution',
    'icon_reminder',
  ]),
}

/** Where a path of {@link VALUES} can end: what else holds no more than a value need not be walked to. */
const VALUED = new Set(Object.keys(VALUES).map((path) => path.slice(path.lastIndexOf('.') + 1)))

/** So many different things are told apart: a service whose keys are data would have no end of them. */
const MAX_FOUND = 500
const MAX_VALUE_LENGTH = 80

/**
 * Counts keys and values that nobody foresaw, by their path. They are kept as they came; a person may want to know. A value that cannot be
 * read is as if it were not there.
 */
export class DriftWatch {
  readonly #known = new Map<string, Known>()
  readonly #found = new Map<string, Omit<Drift, 'isNew'>>()

  look({ kind, id }: RecordKey, answer: unknown): void {
    const schema = SCHEMAS[kind]
    const whole = ENVELOPED.has(kind) ? (readListPage(answer)?.items ?? answer) : answer
    if (schema) this.#walk(whole, this.#knownOf(kind, schema), kind, id)
  }

  /** `at` is the item's place in its list, from 0. */
  lookAtItem(list: CrawledList, at: number, item: unknown): void {
    const path = `list ${list}[]`
    this.#walk(item, this.#knownOf(path, ITEM_SCHEMAS[list]), path, String(at))
  }

  /** In the order of their paths; new is what the last report did not have. */
  found(before: readonly Drift[] = []): Drift[] {
    const known = new Set(before.map(nameOf))
    return [...this.#found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, drift]) => ({ ...drift, isNew: !known.has(name) }))
  }

  #knownOf(name: string, schema: z.ZodType): Known {
    let known = this.#known.get(name)
    if (!known) this.#known.set(name, (known = knownKeys(schema)))
    return known
  }

  #walk(answer: unknown, { keys, each, odd }: Known, path: string, id: string): void {
    const oddity = odd?.(answer)
    if (oddity !== undefined) this.#count({ path, odd: oddity }, id)
    if (VALUES[path]?.has(answer) === false && typeof answer === 'string' && answer)
      this.#count({ path, value: answer.slice(0, MAX_VALUE_LENGTH) }, id)
    if (typeof answer !== 'object' || !answer) return
    if (Array.isArray(answer) || !keys) {
      if (each) for (const item of Object.values(answer)) this.#walk(item, each, `${path}[]`, id)
      return
    }
    for (const key in answer) {
      const known = keys.get(key)
      const value = (answer as Record<string, unknown>)[key]
      if (!known) this.#count({ path: `${path}.${key}` }, id)
      else if (typeof value === 'object' || VALUED.has(key) || known.odd?.(value) !== undefined)
        this.#walk(value, known, `${path}.${key}`, id)
    }
    for (const [key, { isRequired }] of keys) if (isRequired && !(key in answer)) this.#count({ path: `${path}.${key}`, odd: 'absent' }, id)
  }

  #count(what: Pick<Drift, 'path' | 'value' | 'odd'>, id: string): void {
    const name = nameOf(what)
    const found = this.#found.get(name)
    if (found) found.count++
    else if (this.#found.size < MAX_FOUND) this.#found.set(name, { ...what, count: 1, first: id })
  }
}

const nameOf = ({ path, value, odd }: Pick<Drift, 'path' | 'value' | 'odd'>): string => JSON.stringify([path, value, odd])
