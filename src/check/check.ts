import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { entriesBelow, filesBelow } from '../disk/files-below.ts'
import type { FileHashes } from '../publish/file-list.ts'
import type { CheckMemory } from './check-memory.ts'
import { type FileFacts, FINDING_KINDS, type FindingKind, isText, readFacts } from './file-facts.ts'
import { LITTER } from '../publish/marker.ts'
import { isMediaFile, isSpoilt } from '../publish/media.ts'
import { readPageParts } from './page-parts.ts'

export interface CheckOptions {
  base: string
  /** The form of links between its pages. */
  links?: 'root' | 'relative' | undefined
  /** The site's public address; links to it are internal. */
  site?: string
  /** Its media, if they are hosted elsewhere: the prefix of their addresses on pages, and the folder that is uploaded there. */
  media?: { base: string; folder: string } | undefined
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

/** A problem, with all files that have it. */
export interface Finding {
  kind: FindingKind
  /** The link, file or address, or a sentence about it. */
  what: string
  /** The files of the site that have it, or the damaged file itself. */
  pages: string[]
}

export interface CheckResult {
  pages: number
  files: number
  /** Internal references that were followed. */
  references: number
  /** By kind, the most frequent first. */
  findings: Finding[]
  /** False if media are hosted elsewhere and their folder is missing: their addresses were not checked. */
  hasMedia: boolean
}

/** Checks each file of a finished site. Keeps in memory the facts and the fragments that other pages reference, not the pages. */
export async function checkSite(outDir: string, options: CheckOptions): Promise<CheckResult> {
  const { base, site = '', links, loopback = [], machinePaths = [], memory, built, media } = options
  const findings = collected()
  const files = new Set<string>()
  const strange = new Set<string>()
  for await (const { path, isFile, isLink } of entriesBelow(outDir)) {
    if (isFile) files.add(path)
    else {
      // Links and pipes, which no build makes, are not read.
      strange.add(path)
      findings.add('changed file', isLink ? `${path} is a link, and was not followed` : `${path} is no file`, path)
    }
  }
  const beside = media && (await addressesOf(media))
  const there = beside ? new Set([...files, ...beside.keys()]) : files
  const expected = {
    place: { base, site, files: there, mediaBase: beside && media.base, isRelative: links === 'relative' },
    forbidden: [
      ...loopback.map((text) => ({ kind: 'loopback address' as const, text })),
      ...machinePaths.map((text) => ({ kind: 'machine path' as const, text })),
    ],
    hasList: built !== undefined,
  }
  const names = Array.from(files).sort()
  const others = built ? names.filter((file) => !isText(file) && !isMediaFile(file)) : []
  const looked = [...names.filter(isText), ...names.filter(isMediaFile), ...others]
  const pages = new Map<string, FileFacts>()
  /** By page, the fragments that other pages reference, each with one of those pages. */
  const asked = new Map<string, Map<string, string>>()
  let references = 0
  for (const [index, file] of looked.entries()) {
    if (index % TURN === 0) await yieldToEventLoop(options, index, looked.length)
    const look = () => readFacts(join(outDir, file), file, expected)
    const facts = memory ? memory.factsOf(file, there, look, built?.get(file)) : look()
    if (file.endsWith('.html')) pages.set(file, facts)
    references += facts.references
    addFacts(findings, file, facts, built)
    for (const [page, fragment] of facts.asked) {
      const askers = asked.get(page) ?? new Map<string, string>()
      asked.set(page, askers)
      if (!askers.has(fragment)) askers.set(fragment, file)
    }
  }
  for (const file of built?.keys() ?? [])
    if (!files.has(file) && !strange.has(file)) findings.add('changed file', `${file} is missing`, file)
  for (const [index, path] of Array.from(beside?.values() ?? []).entries()) {
    if (index % TURN === 0) await yieldToEventLoop(options, looked.length, looked.length)
    if (memory ? memory.isDamaged(path, isSpoilt) : isSpoilt(path)) findings.add('damaged file', path, path)
  }
  for (const [index, [page, askers]] of Array.from(asked).entries()) {
    if (index % TURN === 0) await yieldToEventLoop(options, looked.length, looked.length)
    checkFragments(findings, outDir, page, askers, pages.get(page))
  }
  return { pages: pages.size, files: files.size, references, findings: findings.sorted(), hasMedia: !media || beside !== undefined }
}

type Findings = ReturnType<typeof collected>

/** Findings by kind and text: a wrong link in the footer of 60,000 pages is one finding. */
function collected() {
  const byKindAndWhat = new Map<string, Finding>()
  return {
    add: (kind: FindingKind, what: string, page: string): void => {
      const key = `${kind}\n${what}`
      const finding = byKindAndWhat.get(key)
      if (!finding) byKindAndWhat.set(key, { kind, what, pages: [page] })
      else if (finding.pages.at(-1) !== page) finding.pages.push(page)
    },
    sorted: (): Finding[] =>
      Array.from(byKindAndWhat.values()).sort(
        (a, b) =>
          FINDING_KINDS.indexOf(a.kind) - FINDING_KINDS.indexOf(b.kind) || b.pages.length - a.pages.length || (a.what < b.what ? -1 : 1),
      ),
  }
}

/** The addresses of the folder's files once uploaded. Undefined if it is missing. */
async function addressesOf({ base, folder }: NonNullable<CheckOptions['media']>): Promise<ReadonlyMap<string, string> | undefined> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) return undefined
  const found = new Map<string, string>()
  for await (const file of filesBelow(folder)) if (isMediaFile(file)) found.set(base + file, join(folder, file))
  return found
}

/** Files between two turns of the event loop; they are read synchronously, which takes half the time. */
const TURN = 50

async function yieldToEventLoop({ signal, onProgress }: CheckOptions, done: number, known: number): Promise<void> {
  await setImmediate()
  signal?.throwIfAborted()
  onProgress?.({ done, known })
}

/** Adds the findings of a file, and compares it with its digest at the build. */
function addFacts({ add }: Findings, file: string, { own, dead, sha256 }: FileFacts, built: FileHashes | undefined): void {
  for (const [kind, what] of own) add(kind, what, file)
  for (const link of dead) add('dead link', link, file)
  if (!built || own.some(([kind]) => kind === 'damaged file')) return
  const wanted = built.get(file)
  if (wanted === undefined) {
    if (!LITTER.has(basename(file))) add('changed file', `${file} was added after the build`, file)
  } else if (sha256 && sha256 !== wanted) add('changed file', `${file} is not as it was built`, file)
}

/** Reads a page again if others reference fragments that it is not known to have. */
function checkFragments({ add }: Findings, outDir: string, page: string, asked: ReadonlyMap<string, string>, facts: FileFacts | undefined) {
  const had = new Set(facts?.anchored)
  const open = Array.from(asked).filter(([fragment]) => !had.has(fragment))
  if (open.length === 0) return
  const { anchors } = readPageParts(readFileSync(join(outDir, page), 'utf8'))
  for (const [fragment, asker] of open) if (!anchors.has(fragment)) add('dead fragment', `${page}#${fragment}`, asker)
  if (facts) facts.anchored = Array.from(asked.keys()).filter((fragment) => anchors.has(fragment))
}
