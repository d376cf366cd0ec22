import { fileAt, type Shell, sumOf } from '../shell.ts'
import { oldestKeptMs } from './kept.ts'
import { cacheName, root, shell } from './scope.ts'

/** How many earlier builds are kept, whose pages may be open or recently read. */
const BUILDS = 6
/** The maximum, if saved content is equally old. */
const MOST_BUILDS = 40
/** The cache key of the lists of builds: an address that no site has. */
const LISTS = '?benchbook-builds'

const shellKey = (file: string, sum: string): string => `${root}${file}?${sum}`
const open = (): Promise<Cache> => caches.open(cacheName('shell'))

/** A build's shell, and when it was stored, in milliseconds. */
type Build = Shell & { atMs: number }

let known: Promise<Build[]> | undefined

/** The lists of builds whose files are kept, newest first. */
function builds(cache: Cache): Promise<Build[]> {
  known ??= cache.match(root + LISTS).then(async (stored) => (stored ? ((await stored.json()) as Build[]) : []))
  return known
}

/** All shells whose files may be requested: the newest may belong to a worker that is still waiting. */
const newestFirst = async (cache: Cache): Promise<Shell[]> => [...(await builds(cache)), shell]

/** Invalidates the list of builds: a waiting worker may have stored another one. */
export function forgetBuilds(): void {
  known = undefined
}

/** Fetches what the cache lacks, all or nothing: throws if a file differs from the build's. */
export async function installShell(): Promise<void> {
  const cache = await open()
  await Promise.all(Object.entries(shell.first).map(([file, sum]) => keep(cache, file, sum)))
  const before = await builds(cache)
  if (before[0]?.id === shell.id) return
  const all = [{ ...shell, atMs: Date.now() }, ...before.filter(({ id }) => id !== shell.id)]
  const oldestMs = await oldestKeptMs()
  // A build was current until the next one was stored.
  const needed = all.filter((_, at) => at < BUILDS || (all[at - 1]?.atMs ?? 0) > oldestMs).slice(0, MOST_BUILDS)
  await cache.put(root + LISTS, Response.json(needed))
  known = undefined
}

async function keep(cache: Cache, file: string, sum: string): Promise<Response> {
  const known = await cache.match(shellKey(file, sum))
  if (known) return known
  const answer = await fetch(addressOf(file), { cache: 'no-cache' })
  const bytes = await answer.clone().arrayBuffer()
  if (!answer.ok || !(await sumOf(bytes)).startsWith(sum)) throw new TypeError(`${file} is not what the build made.`)
  const kept = new Response(bytes, { headers: answer.headers })
  await cache.put(shellKey(file, sum), kept.clone())
  return kept
}

/** Hosts redirect from the name of an index page. */
const addressOf = (file: string): string => root + file.replace(/(?<=^|\/)index\.html$/, '')

/** Removes what no recent build needs. */
export async function tidyShell(): Promise<void> {
  const cache = await open()
  const needed = new Set([root + LISTS])
  for (const { first, later } of await builds(cache))
    for (const [file, sum] of Object.entries({ ...first, ...later })) needed.add(shellKey(file, sum))
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url)
    if (!needed.has(pathname + search)) await cache.delete(url)
  }
}

/** A stored file of the shell, from the newest build that has it, which may be newer than the worker; undefined for any other. */
export async function fromShell(path: string): Promise<Response | undefined> {
  const file = fileAt(path)
  const cache = await open()
  for (const { first, later } of await newestFirst(cache)) {
    const sum = first[file] ?? later[file]
    const kept = sum === undefined ? undefined : await cache.match(shellKey(file, sum))
    if (kept) return kept
  }
  return undefined
}

export const isInShell = (path: string): boolean => fileAt(path) in shell.first || fileAt(path) in shell.later

/** True for files whose name changes with their content, or that change only with the project: a stored one needs no network. */
export const isLasting = (path: string): boolean => /^(?:_astro|fonts)\//.test(path)

const spoken = new Set<string>()

/** Stores the shell's pages in a language that is being read. */
export async function keepLanguage(path: string): Promise<void> {
  const lang = shell.languages.find((one) => path.startsWith(`${one}/`))
  if (lang === undefined || spoken.has(lang)) return
  spoken.add(lang)
  for (const file of Object.keys(shell.later)) if (file.startsWith(`${lang}/`)) await keepLater(file)
}

/** Stores a file on first use, such as a font, if it matches the build's. */
export async function keepLater(path: string): Promise<void> {
  const file = fileAt(path)
  const cache = await open()
  const sum = (await newestFirst(cache)).find(({ later }) => file in later)?.later[file]
  if (sum !== undefined) await keep(cache, file, sum)
}
