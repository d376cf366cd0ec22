import { constants } from 'node:os'

/** What can end a command, for programs that read `--json`: codes stay, messages may be reworded. */
export const ERROR_CODES = {
  ERR_USAGE: 'Wrong use or configuration.',
  ERR_CONTENT: 'The command ran, but the data it works on has a problem.',
  ERR_REQUEST: 'A request to the service failed.',
  ERR_UNAUTHORISED: 'The service requires a token, or another one.',
  ERR_INTERRUPTED: 'Interrupted by SIGINT or SIGTERM.',
  ERR_SOURCE_UNREACHABLE: 'The host of the source is unknown, refuses connections, or cannot be reached.',
  ERR_SOURCE_CERTIFICATE: 'No secure connection to the source: its certificate is not valid, or it does not speak TLS.',
  ERR_SOURCE_REDIRECTED: 'The source redirects to another host.',
  ERR_SOURCE_REFUSED: 'The source refuses this client, or its robots.txt disallows it.',
  ERR_SOURCE_NOT_API: 'The source does not answer Content API 2.0.',
  ERR_SOURCE_UNAVAILABLE: 'The source cannot be used at the moment.',
  ERR_CACHE: 'The cache cannot be used as it is.',
  ERR_CACHE_MISSING: 'There is no finished crawl in the cache folder.',
  ERR_CACHE_UNFINISHED: 'The crawl into the cache folder has not finished.',
  ERR_CACHE_DAMAGED: 'The manifest of the cache is damaged, or not one of ours.',
  ERR_CACHE_NEWER: 'A newer version of Benchbook wrote the cache.',
  ERR_CACHE_LOCKED: 'Another crawl is writing the cache.',
  ERR_CACHE_OTHER_SOURCE: 'The cache holds a copy of another source.',
  ERR_CACHE_OTHER_PART: 'The cache holds another part of the service.',
  ERR_SYSTEM: 'The operating system refused.',
  ERR_DISK_FULL: 'The disk is full, or the quota is used up.',
  ERR_NOT_WRITABLE: 'A file or folder may not be written.',
  ERR_LISTEN: 'The server cannot listen at this address and port.',
} as const
export type ErrorCode = keyof typeof ERROR_CODES

/**
 * The errors that Benchbook throws, named by what the runner does next. Each message is one sentence or two:
 * what happened, why, what to do. Facts (URL, status, record) are plain fields; `cause` keeps the first error.
 * A failure of one record is data (see crawl/), never an exception.
 */
interface Facts {
  cause?: unknown
  /** What went wrong, for programs; the class's own code where nothing finer is known. */
  code?: ErrorCode
  url?: string
  status?: number
  record?: string
  field?: string
  retryAfterMs?: number
  tries?: number
}

const CLASS_CODES: Record<string, ErrorCode> = {
  UsageError: 'ERR_USAGE',
  ContentError: 'ERR_CONTENT',
  CacheError: 'ERR_CACHE',
  SystemError: 'ERR_SYSTEM',
  UnauthorisedError: 'ERR_UNAUTHORISED',
  InterruptedError: 'ERR_INTERRUPTED',
  RequestError: 'ERR_REQUEST',
}

class BenchbookError extends Error {
  /** The process's exit code when this error ends a command. */
  readonly exitCode: 1 | 2 | 130 = 2
  /** Stable: stays the same whatever the message says. */
  readonly code: ErrorCode
  readonly facts: Omit<Facts, 'cause' | 'code'>

  constructor(message: string, { cause, code, ...facts }: Facts = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code ?? CLASS_CODES[new.target.name] ?? 'ERR_USAGE'
    this.name = new.target.name
    this.facts = facts
  }
}

/** Wrong use or configuration: stop and tell the person (exit 2). */
export class UsageError extends BenchbookError {}

/** The command ran, but what it worked on is not in order (exit 1). */
export class ContentError extends BenchbookError {
  override readonly exitCode = 1
}

/** The cache cannot be used as it is: missing, unfinished, of a newer version, of another source (exit 2). */
export class CacheError extends BenchbookError {}

/** The machine refuses: full disk, read-only folder, port in use (exit 2). */
export class SystemError extends BenchbookError {}

/** The service wants (other) credentials: stop the crawl, keep what is cached (exit 2). */
export class UnauthorisedError extends BenchbookError {}

/** SIGINT or SIGTERM: what arrived is written (exit 130). */
export class InterruptedError extends BenchbookError {
  override readonly exitCode = 130
}

/** One request's end, kept as data by the crawl: `outcome` says what becomes of the record. */
export class RequestError extends BenchbookError {
  readonly outcome: 'gone' | 'private' | 'throttled' | 'failed' | 'wrong shape' | 'not JSON' | 'too large' | 'refused'

  constructor(outcome: RequestError['outcome'], message: string, facts: Facts = {}) {
    super(message, facts)
    this.outcome = outcome
  }
}

/** True for errors that carry a sentence of ours; anything else is a bug and shows its stack. By shape: Astro bundles a second copy of the class. */
export function isOurs(error: unknown): error is BenchbookError {
  return error instanceof Error && 'exitCode' in error && 'facts' in error
}

/** Any thrown value as one line of text, causes included. */
export function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code =
    !isOurs(error) && 'code' in error && typeof error.code === 'string' && !error.message.includes(error.code) ? ` (${error.code})` : ''
  return `${error.message || error.name}${code}`
}

/** Turns the operating system's refusals (ENOSPC, EROFS, EACCES, EADDRINUSE …) into a sentence; others pass as they are. */
export function explainSystem(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error
  // Making a folder with the ones above it says ENOENT where the file system takes no folders.
  const said = codeOf(error)
  const code = said === 'ENOENT' && 'syscall' in error && error.syscall === 'mkdir' ? 'EROFS' : said
  const why = SYSTEM_SENTENCES[code]
  return why ? new SystemError(why(path), { cause: error, code: SYSTEM_CODES[code] ?? 'ERR_SYSTEM' }) : error
}

/** The name of the system's error. Packages in Rust tell its number in their message; Vite has what a plugin met in a list, its code in a field of its own. */
function codeOf(error: Error): string {
  if ('errors' in error && Array.isArray(error.errors)) {
    const [first] = error.errors as unknown[]
    if (first instanceof Error) return codeOf(first)
  }
  if ('pluginCode' in error) return String(error.pluginCode)
  const [, number] = /\(os error (\d+)\)/.exec(error.message) ?? []
  const name = Object.entries(constants.errno).find(([, errno]) => errno === Number(number))?.[0]
  return name ?? ('code' in error ? String(error.code) : '')
}

const SYSTEM_CODES: Record<string, ErrorCode> = {
  ENOSPC: 'ERR_DISK_FULL',
  EDQUOT: 'ERR_DISK_FULL',
  EROFS: 'ERR_NOT_WRITABLE',
  EACCES: 'ERR_NOT_WRITABLE',
  EPERM: 'ERR_NOT_WRITABLE',
}

const SYSTEM_SENTENCES: Record<string, (path: string) => string> = {
  ENOSPC: (path) =>
    `The disk is full: ${path} could not be written. Free some space and run the command again; what was stored before is unharmed.`,
  EDQUOT: (path) => `Your disk quota is used up: ${path} could not be written. Free some space and run the command again.`,
  EROFS: (path) => `${path} lies on a read-only file system. Choose another folder.`,
  EACCES: (path) => `${path} may not be written by this user. Choose another folder or change its permissions.`,
  EPERM: (path) => `${path} may not be written by this user. Choose another folder or change its permissions.`,
  EBUSY: (path) => `${path} is in use, perhaps as a mount point. Name a folder below it instead.`,
  EXDEV: (path) => `${path} and the folder beside it lie on different file systems. Name a folder one level deeper.`,
  EEXIST: (path) => `A part of ${path} is a file where a folder is needed. Choose another folder.`,
  ENOTDIR: (path) => `A part of ${path} is a file where a folder is needed. Choose another folder.`,
  EISDIR: (path) => `${path} is a folder where a file is needed. Name a file.`,
  EMFILE: (path) => `Too many files are open at once (at ${path}). Lower --concurrency or raise "ulimit -n".`,
}
