import type { z } from 'zod'
import type { RecordKey } from '../../cache/layout.ts'
import type { Drift } from '../../cache/report.ts'
import { readListPage } from '../../model/envelope.ts'
import { type ListName, LISTS, RECORDS } from '../../model/resources.ts'
import { isRequired, judges, type Oddity, oddityOf } from '../../model/lenient.ts'

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

/** Counts unknown keys and values by path, for the report; the cache keeps them. Unreadable values are treated as absent. */
export class DriftWatch {
  readonly #found = new Map<string, Omit<Drift, 'isNew'>>()

  look({ kind, id }: RecordKey, answer: unknown): void {
    const { schema, isEnveloped } = RECORDS[kind]
    const whole = isEnveloped ? (readListPage(answer)?.items ?? answer) : answer
    if (schema) this.#look(whole, knownKeys(schema), kind, id)
  }

  /** `at` is the item's index in its list, from 0. */
  lookAtItem(list: ListName, at: number, item: unknown): void {
    const path = `list ${list}[]`
    this.#look(item, knownKeys(LISTS[list].schema), path, String(at))
  }

  /** Sorted by path; an entry is new if the previous report did not have it. */
  found(before: readonly Drift[] = []): Drift[] {
    const known = new Set(before.map(nameOf))
    return [...this.#found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, drift]) => ({ ...drift, isNew: !known.has(name) }))
  }

  #look(answer: unknown, known: KnownKeys, path: string, id: string): void {
    this.#walk(answer, known, known.odd?.(answer), path, id)
  }

  #walk(answer: unknown, known: KnownKeys, oddity: string | undefined, path: string, id: string): void {
    if (oddity !== undefined) this.#count({ path, odd: oddity }, id)
    if (VALUES[path]?.has(answer) === false && typeof answer === 'string' && answer)
      this.#count({ path, value: answer.slice(0, MAX_VALUE_LENGTH) }, id)
    if (typeof answer !== 'object' || !answer) return
    const keys = known.keys()
    if (Array.isArray(answer) || !keys) {
      const each = known.each()
      if (each) for (const item of Object.values(answer)) this.#look(item, each, `${path}[]`, id)
      return
    }
    for (const key in answer) {
      const below = keys.get(key)
      const value = (answer as Record<string, unknown>)[key]
      if (!below) {
        this.#count({ path: `${path}.${key}` }, id)
        continue
      }
      const odd = below.odd?.(value)
      if (typeof value === 'object' || odd !== undefined || VALUED.has(key)) this.#walk(value, below, odd, `${path}.${key}`, id)
    }
    for (const key of known.required()) if (!(key in answer)) this.#count({ path: `${path}.${key}`, odd: 'absent' }, id)
  }

  #count(what: Pick<Drift, 'path' | 'value' | 'odd'>, id: string): void {
    const name = nameOf(what)
    const found = this.#found.get(name)
    if (found) found.count++
    else if (this.#found.size < MAX_FOUND) this.#found.set(name, { ...what, count: 1, first: id })
  }
}

const nameOf = ({ path, value, odd }: Pick<Drift, 'path' | 'value' | 'odd'>): string => JSON.stringify([path, value, odd])

/** The keys in a schema, and what it says about their values. Without either, any value is fine. */
interface KnownKeys {
  keys: () => ReadonlyMap<string, KnownKeys> | undefined
  /** The keys without which an object cannot be read. */
  required: () => readonly string[]
  /** The schema of a list's items, or of all values of an object whose keys are data. */
  each: () => KnownKeys | undefined
  /** Says what is odd about a value; undefined if any value is fine. */
  odd: Oddity | undefined
  isRequired: boolean
}

/** The parts of a schema's definition that contain other schemas. */
interface Definition {
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  valueType?: z.ZodType
  innerType?: z.ZodType
  options?: readonly z.ZodType[]
  in?: z.ZodType
  out?: z.ZodType
  getter?: () => z.ZodType
}

const read = new WeakMap<z.ZodType, KnownKeys>()

/** Reads a schema's keys, through arrays, unions and transforms; each on first use, since schemas may be recursive. */
function knownKeys(schema: z.ZodType): KnownKeys {
  const known = read.get(schema) ?? knownLater(schema)
  read.set(schema, known)
  return known
}

function knownLater(schema: z.ZodType): KnownKeys {
  const { shape, element, valueType, innerType, options, getter, ...pipe } = schema.def as unknown as Definition
  const inner = () => [innerType, getter?.(), pipe.in, pipe.out, ...(options ?? [])].filter((part) => part !== undefined).map(knownKeys)
  const item = element ?? valueType
  const odd: Oddity = (value) => oddityOf(schema, value)
  return later(
    () => (shape ? new Map(Object.entries(shape).map(([key, value]) => [key, knownKeys(value)])) : allKeys(inner())),
    () =>
      item
        ? knownKeys(item)
        : inner()
            .find(({ each }) => each())
            ?.each(),
    judges(schema) ? odd : undefined,
    isRequired(schema),
  )
}

function later(readKeys: KnownKeys['keys'], readEach: KnownKeys['each'], odd: KnownKeys['odd'], isRequired: boolean): KnownKeys {
  const keys = once(readKeys)
  const required = once(() => [...(keys() ?? [])].flatMap(([key, { isRequired }]) => (isRequired ? [key] : [])))
  return { keys, required, each: once(readEach), odd, isRequired }
}

function once<T>(read: () => T): () => T {
  let known: { value: T } | undefined
  return () => (known ??= { value: read() }).value
}

function allKeys(choices: readonly KnownKeys[]): ReturnType<KnownKeys['keys']> {
  const shapes = choices.flatMap(({ keys }) => keys() ?? [])
  if (shapes.length < 2) return shapes[0]
  const all = new Map<string, KnownKeys>()
  for (const [key, known] of shapes.flatMap((keys) => [...keys])) {
    const same = all.get(key)
    all.set(key, same && same !== known ? either(same, known) : known)
  }
  return all
}

/** In a union, a value is odd only if it is odd in every branch. */
function either(a: KnownKeys, b: KnownKeys): KnownKeys {
  const [{ odd: first }, { odd: second }] = [a, b]
  return later(
    () => allKeys([a, b]),
    () => a.each() ?? b.each(),
    first && second ? (value) => (first(value) === undefined ? undefined : second(value)) : (first ?? second),
    a.isRequired && b.isRequired,
  )
}
