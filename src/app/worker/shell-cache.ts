import { fileAt, type Shell, sumOf } from '../shell.ts'
import { oldestKeptMs } from './kept.ts'
import { cacheName, root, shell } from './scope.ts'

/** How many earlier builds are remembered, whose pages may be open or read lately. */
const BUILDS = 6
/** And how many, if something is kept that is as old. */
const MOST_BUILDS = 40
/** Where the lists of builds lie in the cache: an address that no site has. */
const LISTS = '?benchbook-builds'

const keyOf = (file: string, sum: string): string => `${root}${file}?${sum}`
const open = (): Promise<Cache> => caches.open(cacheName('shell'))

/** A build's shell, and since when it is here, in milliseconds. */
type Build = Shell & { atMs: number }

let known: Promise<Build[]> | undefined

/** The lists of builds whose files are kept, the newest first. */
function builds(cache: Cache): Promise<Build[]> {
  known ??= cache.match(root + LISTS).then(async (stored) => (stored ? ((await stored.json()) as Build[]) : []))
  return known
}

/** All whose files may be asked for: the newest may have come with a worker that is still waiting. */
const newestFirst = async (cache: Cache): Promise<Shell[]> => [...(await builds(cache)), shell]

/** A worker that is still waiting may have brought another build. */
export function forgetBuilds(): void {
  known = undefined
}

/** Fetches what the cache does not have, all or nothing: throws where a file is not what the build made. */
export async function installShell(): Promise<void> {
  const cache = await open()
  await Promise.all(Object.entries(shell.first).map(([file, sum]) => keep(cache, file, sum)))
  const before = await builds(cache)
  if (before[0]?.id === shell.id) return
  const all = [{ ...shell, atMs: Date.now() }, ...before.filter(({ id }) => id !== shell.id)]
  const oldestMs = await oldestKeptMs()
  // A build was current until the next one came.
  const needed = all.filter((_, at) => at < BUILDS || (all[at - 1]?.atMs ?? 0) > oldestMs).slice(0, MOST_BUILDS)
  await cache.put(root + LISTS, Response.json(needed))
  known = undefined
}

async function keep(cache: Cache, file: string, sum: string): Promise<Response> {
  const known = await cache.match(keyOf(file, sum))
  if (known) return known
  const answer = await fetch(addressOf(file), { cache: 'no-cache' })
  const bytes = await answer.clone().arrayBuffer()
  if (!answer.ok || !(await sumOf(bytes)).startsWith(sum)) throw new TypeError(`${file} is not what the build made.`)
  const kept = new Response(bytes, { headers: answer.headers })
  await cache.put(keyOf(file, sum), kept.clone())
  return kept
}

/** Hosts lead away from the name of an index page. */
const addressOf = (file: string): string => root + file.replace(/(?<=^|\/)index\.html$/, '')

/** Forgets what no earlier build needs. */
export async function tidyShell(): Promise<void> {
  const cache = await open()
  const needed = new Set([root + LISTS])
  for (const { first, later } of await builds(cache))
    for (const [file, sum] of Object.entries({ ...first, ...later })) needed.add(keyOf(file, sum))
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url)
    if (!needed.has(pathname + search)) await cache.delete(url)
  }
}

/** A file of the shell that is kept, of the newest build that has it, which may be newer than the worker; undefined for any other. */
export async function fromShell(path: string): Promise<Response | undefined> {
  const file = fileAt(path)
  const cache = await open()
  for (const { first, later } of await newestFirst(cache)) {
    const sum = first[file] ?? later[file]
    const kept = sum === undefined ? undefined : await cache.match(keyOf(file, sum))
    if (kept) return kept
  }
  return undefined
}

export const isInShell = (path: string): boolean => fileAt(path) in shell.first || fileAt(path) in shell.later

/** True for files whose name changes with what is in them, or that change with the project only: they need no network where they are kept. */
export const isLasting = (path: string): boolean => /^(?:_astro|fonts)\//.test(path)

const spoken = new Set<string>()

/** Keeps the pages of ours in a language that somebody reads. */
export async function keepLanguage(path: string): Promise<void> {
  const lang = shell.languages.find((one) => path.startsWith(`${one}/`))
  if (lang === undefined || spoken.has(lang)) return
  spoken.add(lang)
  for (const file of Object.keys(shell.later)) if (file.startsWith(`${lang}/`)) await keepLater(file)
}

/** Keeps a file that came later, such as a font, if it is what the build made. */
export async function keepLater(path: string): Promise<void> {
  const file = fileAt(path)
  const cache = await open()
  const sum = (await newestFirst(cache)).find(({ later }) => file in later)?.later[file]
  if (sum !== undefined) await keep(cache, file, sum)
}
