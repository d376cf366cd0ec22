import { API, type Part } from '../site.ts'

/** The material of hostile parts: the good part's answers, to be mutated, and the server's origin. */
export interface Material {
  /** `http://127.0.0.1:41234` */
  origin: string
  guides: readonly unknown[]
  /** By namespace. */
  wikis: readonly { namespace: string; record: unknown }[]
  users: readonly unknown[]
  site: unknown
  items: NonNullable<Part['items']>
  /** Pictures, documents and a video, the smallest of each kind first. */
  files: readonly { path: string; bytes: Buffer }[]
  /** Paths of existing pictures. */
  pictures: readonly string[]
}

export function materialOf(good: Part, origin: string): Material {
  const below = (start: RegExp): { path: string; record: unknown }[] =>
    [...good.answers]
      .filter(([path]) => start.test(path))
      .map(([path, { body }]) => ({ path, record: JSON.parse(String(body)) as unknown }))
  const files = [...good.answers]
    .filter(([path]) => path.startsWith('/files/'))
    .map(([path, { body }]) => ({ path, bytes: Buffer.from(body) }))
    .sort((a, b) => a.bytes.length - b.bytes.length || (a.path < b.path ? -1 : 1))
  return {
    origin,
    guides: below(/\/guides\/\d+$/).map(({ record }) => record),
    wikis: below(/\/wikis\/\w+\/[^/?]+$/).map(({ path, record }) => ({ namespace: path.split('/')[4] ?? '', record })),
    users: below(/\/users\/\d+$/).map(({ record }) => record),
    site: below(/\/sites\/info$/)[0]?.record,
    items: good.items ?? {},
    files: oneOfEach(files),
    pictures: files.map(({ path }) => path),
  }
}

/** Distinguished by their first bytes. */
function oneOfEach<T extends { bytes: Buffer }>(files: readonly T[]): T[] {
  const kinds = new Map<string, T>()
  for (const file of files) {
    const kind = file.bytes.toString('latin1', 0, 3)
    if (!kinds.has(kind)) kinds.set(kind, file)
  }
  return [...kinds.values()]
}

/** The names of the records of a seed, which no other seed and no good part uses. */
export interface Names {
  seed: number
  /** Ids from here on are its own. */
  first: number
  category: string
}

const NUMBERS = 1000

export const namesOf = (seed: number): Names => ({ seed, first: (1000 + seed) * NUMBERS, category: `Hostile ${seed}` })

/** Copies of the good files under other addresses: a page shows all sizes of a picture that any record has requested. */
export const COPIES = '/files/again/'

/** A tool lists the guides that need it. */
const THINGS = /^(tools|parts)$/

const NUMBERED = /^(guideid|userid|teamid|wikiid|stepid|commentid|contextid|parentid|documentid|owner)$/

/** A copy of a good record under the names of a seed, so that none of its fields references a good one. */
export function renamed(record: unknown, names: Names): unknown {
  const at = (value: unknown, key: string): unknown => {
    if (typeof value === 'number' && NUMBERED.test(key)) return names.first + (value % 10)
    if (key === 'category' && typeof value === 'string') return names.category
    if (key === 'tags' && Array.isArray(value)) return value.map((_, index) => `hostile ${names.seed} ${index}`)
    if (key === 'teams' && Array.isArray(value)) return value.map((_, index) => names.first + index)
    if (THINGS.test(key) && Array.isArray(value))
      return value.map((thing, index) => ({ ...(at(thing, '') as object), text: `hostile ${names.seed} ${index}`, url: '' }))
    if (Array.isArray(value)) return value.map((item) => at(item, ''))
    if (typeof value === 'string') return value.replaceAll('/files/', COPIES)
    if (typeof value !== 'object' || !value) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]: [string, unknown]) => [name, at(inner, name)]))
  }
  return at(record, '')
}

export const guidePath = (guideid: number | string): string => `${API}/guides/${guideid}`
