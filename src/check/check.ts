import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { entriesBelow } from '../disk/files-below.ts'
import type { FileHashes } from '../publish/file-list.ts'
import type { CheckMemory } from './check-memory.ts'
import { type Expected, type FileFacts, isText, readFacts } from './file-facts.ts'
import { type Finding, Findings } from './findings.ts'
import { LITTER } from '../publish/marker.ts'
import { isMediaFile } from '../publish/media.ts'
import { addressesOf, isSpoilt, type MediaBeside } from './media-beside.ts'
import { type PageParts, readPageParts } from './page-parts.ts'

export interface CheckOptions {
  /** The base path of the site. */
  base: string
  /** The form of links between its pages. */
  links?: 'root' | 'relative' | undefined
  /** The site's public address; links to it are internal. */
  site?: string
  /** Its media, if they are hosted elsewhere. */
  media?: MediaBeside | undefined
  /** Origins of services on this machine, which no file may contain, not even in text. */
  loopback?: readonly string[]
  /** Folders of this machine, which no file may contain. */
  machinePaths?: readonly string[]
  /** The digest of each file when the site was built; without it no file counts as changed. */
  built?: FileHashes
  /** The results of the last check: unchanged files are not read again. */
  memory?: CheckMemory
  signal?: AbortSignal
  onProgress?: (progress: { done: number; known: number }) => void
}

export interface CheckResult {
  pages: number
  files: number
  /** Internal references that were followed. */
  references: number
  findings: Finding[]
  /** False if media are hosted elsewhere and their folder is missing: their addresses were not checked. */
  hasMedia: boolean
}

/** Checks each file of a finished site. Keeps in memory the facts and the fragments that other pages reference, not the pages. */
export async function checkSite(outDir: string, options: CheckOptions): Promise<CheckResult> {
  const files = new Set<string>()
  const strange: [path: string, isLink: boolean][] = []
  for await (const { path, isFile, isLink } of entriesBelow(outDir)) {
    if (isFile) files.add(path)
    else strange.push([path, isLink])
  }
  const { memory, built, media } = options
  const beside = media && (await addressesOf(media))
  const there = beside ? new Set([...files, ...beside.keys()]) : files
  const expected = expectedOf(there, options, beside && media.base)
  const check = new SiteCheck(files, built)
  for (const [path, isLink] of strange) check.noFile(path, isLink)
  const names = Array.from(files).sort()
  const others = built ? names.filter((file) => !isText(file) && !isMediaFile(file)) : []
  const looked = [...names.filter(isText), ...names.filter(isMediaFile), ...others]
  for (const [index, file] of looked.entries()) {
    if (index % TURN === 0) await yieldToEventLoop(options, index, looked.length)
    const look = () => readFacts(join(outDir, file), file, expected)
    check.add(file, memory ? memory.factsOf(file, there, look, built?.get(file)) : look())
  }
  check.missing()
  for (const [at, path] of Array.from(beside?.values() ?? []).entries()) {
    if (at % TURN === 0) await yieldToEventLoop(options, looked.length, looked.length)
    if (memory ? memory.isDamaged(path, isSpoilt) : isSpoilt(path)) check.findings.add('damaged file', path, path)
  }
  for (const [index, page] of Array.from(check.pagesWithFragments()).entries()) {
    if (index % TURN === 0) await yieldToEventLoop(options, looked.length, looked.length)
    check.fragmentsOf(page, () => readPageParts(readFileSync(join(outDir, page), 'utf8')))
  }
  return {
    pages: check.pages,
    files: files.size,
    references: check.references,
    findings: check.findings.sorted(),
    hasMedia: !media || beside !== undefined,
  }
}

function expectedOf(
  files: ReadonlySet<string>,
  { base, site = '', links, loopback = [], machinePaths = [], built }: CheckOptions,
  mediaBase: string | undefined,
): Expected {
  return {
    place: { base, site, files, mediaBase, isRelative: links === 'relative' },
    forbidden: [
      ...loopback.map((text) => ({ kind: 'loopback address' as const, text })),
      ...machinePaths.map((text) => ({ kind: 'machine path' as const, text })),
    ],
    hasList: built !== undefined,
  }
}

/** Files between two turns of the event loop; they are read synchronously, which takes half the time. */
const TURN = 50

async function yieldToEventLoop({ signal, onProgress }: CheckOptions, done: number, known: number): Promise<void> {
  await setImmediate()
  signal?.throwIfAborted()
  onProgress?.({ done, known })
}

class SiteCheck {
  readonly findings = new Findings()
  pages = 0
  references = 0
  readonly #files: ReadonlySet<string>
  readonly #built: FileHashes | undefined
  readonly #strange = new Set<string>()
  readonly #facts = new Map<string, FileFacts>()
  /** By page, the fragments that other pages reference, each with one of those pages. */
  readonly #asked = new Map<string, Map<string, string>>()

  constructor(files: ReadonlySet<string>, built: FileHashes | undefined) {
    this.#files = files
    this.#built = built
  }

  /** Links and pipes, which no build makes, are not read. */
  noFile(path: string, isLink: boolean): void {
    this.#strange.add(path)
    this.findings.add('changed file', isLink ? `${path} is a link, and was not followed` : `${path} is no file`, path)
  }

  add(file: string, facts: FileFacts): void {
    if (file.endsWith('.html')) {
      this.pages++
      this.#facts.set(file, facts)
    }
    this.references += facts.references
    for (const [kind, what] of facts.own) this.findings.add(kind, what, file)
    for (const dead of facts.dead) this.findings.add('dead link', dead, file)
    for (const [page, fragment] of facts.asked) this.#ask(page, fragment, file)
    if (!facts.own.some(([kind]) => kind === 'damaged file')) this.#asBuilt(file, facts.sha256)
  }

  /** Compares a file with its digest at the build; '' for one whose content is known to be right. */
  #asBuilt(file: string, sha256: string): void {
    if (!this.#built) return
    const built = this.#built.get(file)
    if (built !== undefined) {
      if (sha256 && sha256 !== built) this.findings.add('changed file', `${file} is not as it was built`, file)
    } else if (!LITTER.has(basename(file))) this.findings.add('changed file', `${file} was added after the build`, file)
  }

  /** Finds built files that are missing. */
  missing(): void {
    for (const file of this.#built?.keys() ?? [])
      if (!this.#files.has(file) && !this.#strange.has(file)) this.findings.add('changed file', `${file} is missing`, file)
  }

  /** The pages that must be read again, for fragments that others reference. */
  pagesWithFragments(): Iterable<string> {
    return this.#asked.keys()
  }

  /** Reads a page again if others reference fragments that it is not known to have. */
  fragmentsOf(page: string, read: () => Pick<PageParts, 'anchors'>): void {
    const facts = this.#facts.get(page)
    const asked = this.#asked.get(page) ?? new Map<string, string>()
    const had = new Set(facts?.anchored)
    const open = Array.from(asked).filter(([fragment]) => !had.has(fragment))
    if (open.length === 0) return
    const { anchors } = read()
    for (const [fragment, asker] of open) if (!anchors.has(fragment)) this.findings.add('dead fragment', `${page}#${fragment}`, asker)
    if (facts) facts.anchored = Array.from(asked.keys()).filter((fragment) => anchors.has(fragment))
  }

  #ask(page: string, fragment: string, asker: string): void {
    let fragments = this.#asked.get(page)
    if (!fragments) this.#asked.set(page, (fragments = new Map<string, string>()))
    if (!fragments.has(fragment)) fragments.set(fragment, asker)
  }
}
