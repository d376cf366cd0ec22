import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { entriesBelow } from '../disk/files-below.ts'
import { isDamaged } from '../cache/media/media-damage.ts'
import { sha256Of } from '../disk/sha256.ts'
import { isAsPlaced, isDrawing } from '../publish/drawing.ts'
import type { FileHashes } from '../publish/file-list.ts'
import { addressesIn } from './addresses-in.ts'
import { type Finding, Findings } from './findings.ts'
import { LITTER } from '../publish/marker.ts'
import { isMediaFile } from '../publish/media.ts'
import { type PageParts, readPageParts } from './page-parts.ts'
import { resolveReference } from './resolve.ts'

export interface CheckOptions {
  /** The path below which the site stands. */
  base: string
  /** How its pages link to each other. */
  links?: 'root' | 'relative' | undefined
  /** The address where it will stand; links to it are internal. */
  site?: string
  /** Origins of services on this machine that may not be named anywhere, not even in text. */
  loopback?: readonly string[]
  /** Folders of this machine that may not be named anywhere. */
  machinePaths?: readonly string[]
  /** What each file was when the site was built; without it no file counts as changed. */
  built?: FileHashes
  signal?: AbortSignal
  onProgress?: (progress: { done: number; known: number }) => void
}

export interface CheckResult {
  pages: number
  files: number
  /** Internal references that were followed. */
  references: number
  findings: Finding[]
}

/** Checks each file of a finished site. In memory stay the files' names and the fragments that other pages ask for, not the pages. */
export async function checkSite(outDir: string, options: CheckOptions): Promise<CheckResult> {
  const files = new Set<string>()
  const links: string[] = []
  for await (const { path, isLink } of entriesBelow(outDir)) {
    if (isLink) links.push(path)
    else files.add(path)
  }
  const check = new SiteCheck(files, options)
  for (const link of links) check.link(link)
  const texts = Array.from(files).filter(isText).sort()
  const media = Array.from(files).filter(isMediaFile).sort()
  const others = options.built
    ? Array.from(files)
        .filter((file) => !isText(file) && !isMediaFile(file))
        .sort()
    : []
  const known = texts.length + media.length + others.length
  for (const [index, file] of texts.entries()) {
    if (index % TURN === 0) await yieldToEventLoop(options, index, known)
    const bytes = readFileSync(join(outDir, file))
    check.asBuilt(file, () => hash('sha256', bytes))
    check.text(file, textOf(file, bytes))
  }
  for (const [index, file] of media.entries()) {
    if (index % TURN === 0) await yieldToEventLoop(options, texts.length + index, known)
    const path = join(outDir, file)
    const damaged = isDrawing(file) ? !isAsPlaced(path) : isDamaged(path)
    if (damaged) check.findings.add('damaged file', file, file)
    // What a name tells of the bytes has just been held against them.
    else check.asBuilt(file, () => (damaged === undefined || isDrawing(file) ? sha256Of(path) : undefined))
  }
  for (const [index, file] of others.entries()) {
    if (index % TURN === 0) await yieldToEventLoop(options, texts.length + media.length + index, known)
    check.asBuilt(file, () => sha256Of(join(outDir, file)))
  }
  check.missing()
  const asked = Array.from(check.pagesWithFragments())
  for (const [index, page] of asked.entries()) {
    if (index % TURN === 0) await yieldToEventLoop(options, known, known)
    check.fragmentsOf(page, readPageParts(readFileSync(join(outDir, page), 'utf8')))
  }
  return { pages: check.pages, files: files.size, references: check.references, findings: check.findings.sorted() }
}

/** Files between two turns of the event loop; within, they are read synchronously, which takes half the time. */
const TURN = 50

async function yieldToEventLoop({ signal, onProgress }: CheckOptions, done: number, known: number): Promise<void> {
  await setImmediate()
  signal?.throwIfAborted()
  onProgress?.({ done, known })
}

/** A part of the search index is packed, and holds the texts of a page. */
const textOf = (file: string, bytes: Buffer): string => (file.endsWith('.pf_fragment') ? gunzipSync(bytes) : bytes).toString('utf8')

/** Text files; media are the service's. */
const isText = (file: string) => /(\.(html|css|m?js|json|xml|txt|svg|webmanifest|pf_fragment)|^_headers)$/.test(file) && !isMediaFile(file)

class SiteCheck {
  readonly findings = new Findings()
  pages = 0
  references = 0
  readonly #place: { base: string; site: string; files: ReadonlySet<string>; isRelative: boolean }
  readonly #built: FileHashes | undefined
  readonly #forbidden: { kind: Finding['kind']; text: string }[]
  readonly #links = new Set<string>()
  /** By page, which fragments the others ask for, and one of those that ask. */
  readonly #asked = new Map<string, Map<string, string>>()

  constructor(files: ReadonlySet<string>, options: CheckOptions) {
    this.#place = { base: options.base, site: options.site ?? '', files, isRelative: options.links === 'relative' }
    this.#built = options.built
    this.#forbidden = [
      ...(options.loopback ?? []).map((text) => ({ kind: 'loopback address' as const, text })),
      ...(options.machinePaths ?? []).map((text) => ({ kind: 'machine path' as const, text })),
    ]
  }

  /** Holds a file against what it was when the site was built; `hash` gives undefined for one whose bytes are known to be right. */
  asBuilt(file: string, hash: () => string | undefined): void {
    if (!this.#built) return
    const built = this.#built.get(file)
    if (built !== undefined) {
      if ((hash() ?? built) !== built) this.findings.add('changed file', `${file} is not as it was built`, file)
    } else if (!LITTER.has(basename(file))) this.findings.add('changed file', `${file} was added after the build`, file)
  }

  /** Nothing is read through a link, which no build makes. */
  link(path: string): void {
    this.#links.add(path)
    this.findings.add('changed file', `${path} is a link, and was not followed`, path)
  }

  /** Finds what the build made and is gone. */
  missing(): void {
    for (const file of this.#built?.keys() ?? [])
      if (!this.#place.files.has(file) && !this.#links.has(file)) this.findings.add('changed file', `${file} is missing`, file)
  }

  text(file: string, content: string): void {
    for (const { kind, text } of this.#forbidden) {
      if (content.includes(text) || content.includes(text.replaceAll('/', '\\/'))) this.findings.add(kind, text, file)
    }
    if (file.endsWith('.html')) this.#page(file, readPageParts(content))
    for (const address of addressesIn(file, content)) this.#follow(file, address)
  }

  /** The pages that must be read once more, for the fragments that others ask of them. */
  pagesWithFragments(): Iterable<string> {
    return this.#asked.keys()
  }

  fragmentsOf(page: string, { anchors }: PageParts): void {
    for (const [fragment, asker] of this.#asked.get(page) ?? []) {
      if (!anchors.has(fragment)) this.findings.add('dead fragment', `${page}#${fragment}`, asker)
    }
  }

  #page(page: string, { anchors, repeatedIds, references }: PageParts): void {
    this.pages++
    for (const id of repeatedIds) this.findings.add('repeated id', id, page)
    for (const reference of references) {
      const target = this.#follow(page, reference)
      if (!target?.fragment || !target.file.endsWith('.html') || /^(top$|:~:)/.test(target.fragment)) continue
      if (target.file !== page) this.#ask(target.file, target.fragment, page)
      else if (!anchors.has(target.fragment)) this.findings.add('dead fragment', `#${target.fragment}`, page)
    }
  }

  #ask(page: string, fragment: string, asker: string): void {
    let fragments = this.#asked.get(page)
    if (!fragments) this.#asked.set(page, (fragments = new Map<string, string>()))
    if (!fragments.has(fragment)) fragments.set(fragment, asker)
  }

  #follow(page: string, reference: string): { file: string; fragment: string } | undefined {
    const destination = resolveReference(reference, page, this.#place)
    switch (destination.to) {
      case 'elsewhere':
        return undefined
      case 'this machine':
        this.findings.add(reference.startsWith('file:') ? 'machine path' : 'loopback address', reference, page)
        return undefined
      case 'nowhere':
        this.references++
        this.findings.add('dead link', `${reference} ${destination.why}`, page)
        return undefined
      case 'file':
        this.references++
        return destination
    }
  }
}
