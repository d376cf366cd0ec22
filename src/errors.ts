import { constants } from 'node:os'

/**
 * The errors that Benchbook throws, named by what the runner does next. Each message is one sentence or two:
 * what happened, why, what to do. Facts (URL, status, record) are plain fields; `cause` keeps the first error.
 * A failure of one record is data (see crawl/), never an exception.
 */
interface Facts {
  cause?: unknown
  url?: string
  status?: number
  record?: string
  field?: string
  retryAfterMs?: number
  tries?: number
}

class BenchbookError extends Error {
  /** The process's exit code when this error ends a command. */
  readonly exitCode: 1 | 2 | 130 = 2
  readonly facts: Omit<Facts, 'cause'>

  constructor(message: string, { cause, ...facts }: Facts = {}) {
    super(message, cause === undefined ? undefined : { cause })
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
  const code = 'code' in error && typeof error.code === 'string' && !error.message.includes(error.code) ? ` (${error.code})` : ''
  return `${error.message || error.name}${code}`
}

/** Turns the operating system's refusals (ENOSPC, EROFS, EACCES, EADDRINUSE …) into a sentence; others pass as they are. */
export function explainSystem(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error
  // Making a folder with the ones above it says ENOENT where the file system takes no folders.
  const said = codeOf(error)
  const code = said === 'ENOENT' && 'syscall' in error && error.syscall === 'mkdir' ? 'EROFS' : said
  const why = SYSTEM_SENTENCES[code]
  return why ? new SystemError(why(path), { cause: error }) : error
}

/** The name of the system's error; packages in Rust tell its number in their message. */
function codeOf(error: Error): string {
  const [, number] = /\(os error (\d+)\)/.exec(error.message) ?? []
  const name = Object.entries(constants.errno).find(([, errno]) => errno === Number(number))?.[0]
  return name ?? ('code' in error ? String(error.code) : '')
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
