import type { z } from 'zod'
import type { RecordKey } from '../../cache/layout.ts'
import type { Drift } from '../../cache/report.ts'
import { readListPage } from '../../model/envelope.ts'
import { type ListName, LISTS, RECORDS } from '../../model/resources.ts'
import { definitionOf, isRequired, judges, type Oddity, oddityOf } from '../../model/lenient.ts'

/** Values that the specification and real services use (specification, section 2; api-facts). */
const VALUES: Record<string, ReadonlySet<unknown>> = {
  'guide.type': words('replacement repair disassembly installation maintenance technique how-to teardown'),
  'guide.flags[].flagid': words(`GUIDE_STARRED GUIDE_FEATURED_STUDENT GUIDE_USER_CONTRIBUTED GUIDE_PREREQ_ONLY GUIDE_ARCHIVED
    GUIDE_IN_PROGRESS GUIDE_MISSING_IMAGES GUIDE_MISSING_STEPS NO_DETAILS INTRODUCTION_ISSUES`),
  'guide.steps[].media.type': words('image video embed'),
  'guide.steps[].lines[].bullet': words('black red orange yellow light_blue blue green violet icon_note icon_caution icon_reminder'),
}

function words(text: string): ReadonlySet<unknown> {
  return new Set(text.split(/\s+/))
}

/** The last keys of the paths in {@link VALUES}: scalars under other keys need not be visited. */
const VALUED = new Set(Object.keys(VALUES).map((path) => path.slice(path.lastIndexOf('.') + 1)))

/** The maximum number of distinct paths: a service whose keys are data would have an unlimited number. */
const MAX_FOUND = 500
const MAX_VALUE_LENGTH = 80

export type DriftWatch = ReturnType<typeof driftWatch>

/** Counts unknown keys and values by path, for the report; the cache keeps them. Unreadable values are treated as absent. */
export function driftWatch() {
  const counted = new Map<string, Omit<Drift, 'isNew'>>()

  function count(what: Pick<Drift, 'path' | 'value' | 'odd'>, id: string): void {
    const name = nameOf(what)
    const found = counted.get(name)
    if (found) found.count++
    else if (counted.size < MAX_FOUND) counted.set(name, { ...what, count: 1, first: id })
  }

  const look = (answer: unknown, known: KnownKeys, path: string, id: string): void => walk(answer, known, known.odd?.(answer), path, id)

  function walk(answer: unknown, known: KnownKeys, oddity: string | undefined, path: string, id: string): void {
    if (oddity !== undefined) count({ path, odd: oddity }, id)
    if (VALUES[path]?.has(answer) === false && typeof answer === 'string' && answer)
      count({ path, value: answer.slice(0, MAX_VALUE_LENGTH) }, id)
    if (typeof answer !== 'object' || !answer) return
    const keys = known.keys()
    if (Array.isArray(answer) || !keys) {
      const each = known.each()
      if (each) for (const item of Object.values(answer)) look(item, each, `${path}[]`, id)
      return
    }
    for (const key in answer) {
      const below = keys.get(key)
      const value = (answer as Record<string, unknown>)[key]
      if (!below) {
        count({ path: `${path}.${key}` }, id)
        continue
      }
      const odd = below.odd?.(value)
      if (typeof value === 'object' || odd !== undefined || VALUED.has(key)) walk(value, below, odd, `${path}.${key}`, id)
    }
    for (const key of known.required()) if (!(key in answer)) count({ path: `${path}.${key}`, odd: 'absent' }, id)
  }

  return {
    look({ kind, id }: RecordKey, answer: unknown): void {
      const { schema, isEnveloped } = RECORDS[kind]
      const whole = isEnveloped ? (readListPage(answer)?.items ?? answer) : answer
      if (schema) look(whole, knownKeys(schema), kind, id)
    },
    /** `at` is the item's index in its list, from 0. */
    lookAtItem: (list: ListName, at: number, item: unknown): void =>
      look(item, knownKeys(LISTS[list].schema), `list ${list}[]`, String(at)),
    /** Sorted by path; an entry is new if the previous report did not have it. */
    found(before: readonly Drift[] = []): Drift[] {
      const known = new Set(before.map(nameOf))
      return [...counted].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, drift]) => ({ ...drift, isNew: !known.has(name) }))
    },
  }
}

const nameOf = ({ path, value, odd }: Pick<Drift, 'path' | 'value' | 'odd'>): string => JSON.stringify([path, value, odd])

/** The keys in a schema, and what it says about their values. `each` is for the items of a list, or values of an object whose keys are data. */
interface KnownKeys {
  keys: () => ReadonlyMap<string, KnownKeys> | undefined
  required: () => readonly string[]
  each: () => KnownKeys | undefined
  odd: Oddity | undefined
  isRequired: boolean
}

type Schema = z.core.$ZodType

const read = new WeakMap<Schema, KnownKeys>()

/** What is known of a value that one of these schemas describes. Their parts are read on first use, since schemas may be recursive. */
function knownKeys(...schemas: readonly Schema[]): KnownKeys {
  const [only] = schemas.length === 1 ? schemas : []
  const known = (only && read.get(only)) ?? knownLater(schemas)
  if (only) read.set(only, known)
  return known
}

function knownLater(schemas: readonly Schema[]): KnownKeys {
  const parts = once(() => schemas.flatMap(partsOf))
  const keys = once(() => {
    const entries = parts().flatMap(({ shape }) => (shape ? [Object.entries(shape)] : []))
    if (entries.length === 0) return undefined
    const byKey = Map.groupBy(entries.flat(), ([key]) => key)
    return new Map(Array.from(byKey, ([key, all]) => [key, knownKeys(...new Set(all.map(([, schema]) => schema)))]))
  })
  const judging = schemas.filter(judges)
  // A value is odd only if it is odd for each schema.
  const odd: Oddity = (value) => {
    const oddities = judging.map((schema) => oddityOf(schema, value))
    return oddities.includes(undefined) ? undefined : oddities.at(-1)
  }
  return {
    keys,
    required: once(() => [...(keys() ?? [])].flatMap(([key, { isRequired }]) => (isRequired ? [key] : []))),
    each: once(() => {
      const [item] = parts().flatMap(({ element, valueType }) => element ?? valueType ?? [])
      return item && knownKeys(item)
    }),
    odd: judging.length > 0 ? odd : undefined,
    isRequired: schemas.every(isRequired),
  }
}

/** The objects, lists and maps that a schema describes, through unions and transforms. */
function partsOf(schema: Schema): ReturnType<typeof definitionOf>[] {
  const { innerType, getter, in: input, out, options = [], ...part } = definitionOf(schema)
  if (part.shape ?? part.element ?? part.valueType) return [part]
  return [innerType, getter?.(), input, out, ...options].filter((inner) => inner !== undefined).flatMap(partsOf)
}

function once<T>(read: () => T): () => T {
  let known: { value: T } | undefined
  return () => (known ??= { value: read() }).value
}
