import type { z } from 'zod'
import { isRequired, judges, type Oddity, oddityOf } from '../../model/lenient.ts'

/** The keys in a schema, and what it says about their values. Without either, any value is fine. */
export interface Known {
  readonly keys: ReadonlyMap<string, Known> | undefined
  /** The keys without which an object cannot be read. */
  readonly required: readonly string[]
  /** The schema of a list's items, or of all values of an object whose keys are data. */
  readonly each: Known | undefined
  /** Says what is odd about a value; undefined if any value is fine. */
  readonly odd: Oddity | undefined
  readonly isRequired: boolean
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

const read = new WeakMap<z.ZodType, Known>()

/** Reads a schema's keys, through arrays, unions and transforms. Schemas may be recursive, so each is read lazily. */
export function knownKeys(schema: z.ZodType): Known {
  const known = read.get(schema) ?? knownLater(schema)
  read.set(schema, known)
  return known
}

function knownLater(schema: z.ZodType): Known {
  const { shape, element, valueType, innerType, options, getter, ...pipe } = schema.def as unknown as Definition
  const inner = () => [innerType, getter?.(), pipe.in, pipe.out, ...(options ?? [])].filter((part) => part !== undefined).map(knownKeys)
  const item = element ?? valueType
  const odd: Oddity = (value) => oddityOf(schema, value)
  return new Later(
    () => (shape ? knownOfShape(shape) : allKeys(inner())),
    () => (item ? knownKeys(item) : inner().find(({ each }) => each)?.each),
    judges(schema) ? odd : undefined,
    isRequired(schema),
  )
}

/** Reads a schema on first use, and caches it: it is used for each value of a crawl. */
class Later implements Known {
  readonly odd: Known['odd']
  readonly isRequired: boolean
  readonly #readKeys: () => Known['keys']
  readonly #readEach: () => Known['each']
  #keys: Known['keys'] | null = null
  #required: readonly string[] | undefined
  #each: Known['each'] | null = null

  constructor(readKeys: () => Known['keys'], readEach: () => Known['each'], odd: Known['odd'], isRequired: boolean) {
    this.#readKeys = readKeys
    this.#readEach = readEach
    this.odd = odd
    this.isRequired = isRequired
  }

  get keys(): Known['keys'] {
    return this.#keys === null ? (this.#keys = this.#readKeys()) : this.#keys
  }

  get required(): readonly string[] {
    return (this.#required ??= [...(this.keys ?? [])].flatMap(([key, { isRequired }]) => (isRequired ? [key] : [])))
  }

  get each(): Known['each'] {
    return this.#each === null ? (this.#each = this.#readEach()) : this.#each
  }
}

const knownOfShape = (shape: Record<string, z.ZodType>): Known['keys'] =>
  new Map(Object.entries(shape).map(([key, value]) => [key, knownKeys(value)]))

/** The keys of a union. */
function allKeys(choices: readonly Known[]): Known['keys'] {
  const shapes = choices.flatMap(({ keys }) => keys ?? [])
  if (shapes.length < 2) return shapes[0]
  const all = new Map<string, Known>()
  for (const [key, known] of shapes.flatMap((keys) => [...keys])) {
    const same = all.get(key)
    all.set(key, same && same !== known ? either(same, known) : known)
  }
  return all
}

/** In a union, a value is odd only if it is odd in every branch. */
function either(a: Known, b: Known): Known {
  const [{ odd: first }, { odd: second }] = [a, b]
  return new Later(
    () => allKeys([a, b]),
    () => a.each ?? b.each,
    first && second ? (value) => (first(value) === undefined ? undefined : second(value)) : (first ?? second),
    a.isRequired && b.isRequired,
  )
}
