import type { z } from 'zod'
import type { Drift } from '../cache/report.ts'
import { guideSchema } from '../model/guide.ts'
import { list } from '../model/php.ts'
import { siteSchema } from '../model/site.ts'
import { badgeSchema, userSchema } from '../model/user.ts'
import { wikiSchema } from '../model/wiki.ts'
import { type Known, knownKeys } from './known-keys.ts'

const SCHEMAS: Record<string, z.ZodType> = {
  site: siteSchema,
  guide: guideSchema,
  wiki: wikiSchema,
  user: userSchema,
  'user-badges': list(badgeSchema),
  'team-members': list(userSchema),
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

/** Counts keys and values that nobody foresaw, by their path. They are kept and change nothing; a person may want to know. */
export class DriftWatch {
  readonly #known = new Map<string, Known>()
  readonly #found = new Map<string, Omit<Drift, 'isNew'>>()

  look(kind: string, id: string, answer: unknown): void {
    const schema = SCHEMAS[kind]
    if (!schema) return
    let known = this.#known.get(kind)
    if (!known) this.#known.set(kind, (known = knownKeys(schema)))
    this.#walk(answer, known, kind, id)
  }

  /** In the order of their paths; new is what the last report did not have. */
  found(before: readonly Drift[] = []): Drift[] {
    const known = new Set(before.map(nameOf))
    return [...this.#found]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { path, value, count, first }]) => ({
        path,
        ...(value !== undefined && { value }),
        count,
        first,
        isNew: !known.has(name),
      }))
  }

  #walk(answer: unknown, { keys, each }: Known, path: string, id: string): void {
    if (VALUES[path]?.has(answer) === false && typeof answer === 'string' && answer) this.#count(path, id, answer)
    if (typeof answer !== 'object' || !answer) return
    if (Array.isArray(answer) || !keys) {
      if (each) for (const item of Object.values(answer)) this.#walk(item, each, `${path}[]`, id)
      return
    }
    for (const key in answer) {
      const known = keys.get(key)
      const value = (answer as Record<string, unknown>)[key]
      if (!known) this.#count(`${path}.${key}`, id)
      else if (typeof value === 'object' || VALUED.has(key)) this.#walk(value, known, `${path}.${key}`, id)
    }
  }

  #count(path: string, id: string, text?: string): void {
    const value = text?.slice(0, MAX_VALUE_LENGTH)
    const name = nameOf({ path, value })
    const found = this.#found.get(name)
    if (found) found.count++
    else if (this.#found.size < MAX_FOUND) this.#found.set(name, { path, value, count: 1, first: id })
  }
}

const nameOf = ({ path, value }: { path: string; value?: string | undefined }): string => JSON.stringify([path, value])
