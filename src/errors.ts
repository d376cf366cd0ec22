import { constants } from 'node:os'
import { isAbsolute } from 'node:path'
import type { ErrorCode } from './errors/codes.ts'

/**
 * The errors that Benchbook throws, named by what the runner does next. Each message is one sentence or two:
 * what happened, why, what to do. Facts (URL, status, record) are plain fields; `cause` keeps the first error.
 * A failure of one record is data (see crawl/), never an exception.
 */
interface Facts {
  cause?: unknown
  /** The problem, for programs. Some classes have a default code. */
  code?: ErrorCode
  /** The option to change, by its name in the configuration. */
  option?: string
  /** The file or folder. */
  path?: string
  url?: string
  host?: string
  port?: number
  status?: number
  record?: string
  field?: string
  retryAfterMs?: number
  tries?: number
  /** How many there are, how many are lost, and the permitted share in percent. */
  all?: number
  lost?: number
  allowedPercent?: number
}

/** What ends a call, or a command: its message is a sentence. */
export class BenchbookError extends Error {
  /** The exit code of a command that this error ends. */
  readonly exitCode: 1 | 2 | 130 = 2
  /** Stable, unlike the message. */
  readonly code: ErrorCode
  /** What it is about, such as the `option` to change or the `path`, where that is known. */
  readonly facts: Omit<Facts, 'cause' | 'code'>

  constructor(message: string, { cause, code, ...facts }: Facts & { code: ErrorCode }) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.name = new.target.name
    this.facts = facts
  }
}

/** Wrong use or configuration: stop and tell the person (exit 2). */
export class UsageError extends BenchbookError {
  constructor(message: string, facts: Facts = {}) {
    super(message, { code: 'ERR_USAGE', ...facts })
  }
}

/** The command ran, but found problems in its content (exit 1). */
export class ContentError extends BenchbookError {
  override readonly exitCode = 1
}

/** The cache cannot be used: it is missing, unfinished, or from a newer version or another source (exit 2). */
export class CacheError extends BenchbookError {}

/** The system refuses: full disk, read-only folder, port in use (exit 2). */
export class SystemError extends BenchbookError {
  constructor(message: string, facts: Facts = {}) {
    super(message, { code: 'ERR_SYSTEM', ...facts })
  }
}

/** The service requires (other) credentials: the crawl stops, and the cache stays (exit 2). */
export class UnauthorisedError extends BenchbookError {
  constructor(message: string, facts: Facts = {}) {
    super(message, { code: 'ERR_UNAUTHORISED', ...facts })
  }
}

/** SIGINT or SIGTERM: everything received so far is written (exit 130). */
export class InterruptedError extends BenchbookError {
  override readonly exitCode = 130
  constructor(message: string, facts: Facts = {}) {
    super(message, { code: 'ERR_INTERRUPTED', ...facts })
  }
}

/** The end of a request, which the crawl handles as data: `outcome` determines what it does with the record. */
export class RequestError extends BenchbookError {
  readonly outcome: 'gone' | 'private' | 'throttled' | 'failed' | 'wrong shape' | 'not JSON' | 'too large' | 'refused'

  constructor(outcome: RequestError['outcome'], message: string, facts: Facts = {}) {
    super(message, { code: 'ERR_REQUEST', ...facts })
    this.outcome = outcome
  }
}

/** The error for a wrong value of an option, or of a hook. */
export const wrongOption = (option: string, message: string): UsageError => new UsageError(message, { code: 'ERR_OPTION', option })

/** The error for an operator's file or folder, named by an option, that cannot be used. */
export const unusable = (
  option: 'words' | 'pages' | 'components' | 'colours' | 'logo' | 'synonyms',
  path: string,
  message: string,
  cause?: unknown,
): UsageError => new UsageError(message, { cause, code: 'ERR_CUSTOM_FILE', option, path })

/** True for an error with a sentence of ours as its message, and a code; anything else is a bug. By shape: Astro and build processes have copies of the class. */
export function isBenchbookError(error: unknown): error is BenchbookError {
  return error instanceof Error && 'exitCode' in error && 'facts' in error
}

/** Any thrown value as one line of text, including causes. */
export function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code =
    !isBenchbookError(error) && 'code' in error && typeof error.code === 'string' && !error.message.includes(error.code)
      ? ` (${error.code})`
      : ''
  return `${error.message || error.name}${code}`
}

/** Turns errors of the operating system (ENOSPC, EROFS, EACCES, EADDRINUSE …) into a sentence; returns others unchanged. */
export function explainSystem(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error
  // Recursive mkdir throws ENOENT if the file system does not accept folders.
  const said = codeOf(error)
  const code = said === 'ENOENT' && 'syscall' in error && error.syscall === 'mkdir' ? 'EROFS' : said
  const why = SYSTEM_SENTENCES[code]
  return why
    ? new SystemError(why(path), { cause: error, code: SYSTEM_CODES[code] ?? 'ERR_SYSTEM', ...(isAbsolute(path) && { path }) })
    : error
}

/** {@link explainSystem} for reading: its sentence about permissions is a different one. */
export function explainReading(error: unknown, path: string): unknown {
  const why = error instanceof Error && !isBenchbookError(error) ? READING_SENTENCES[codeOf(error)] : undefined
  return why
    ? new SystemError(why(path), { cause: error, code: 'ERR_NOT_READABLE', ...(isAbsolute(path) && { path }) })
    : explainSystem(error, path)
}

/** True for the error of {@link explainReading} for an existing file that cannot be read. */
export const isRefused = (error: unknown): error is BenchbookError => isBenchbookError(error) && error.code === 'ERR_NOT_READABLE'

/** The name of the system's error. Packages in Rust have its number in their message; Vite has a plugin's errors in a list, with the code in another field. */
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

const READING_SENTENCES: Record<string, (path: string) => string> = {
  EACCES: (path) => `${path} may not be read by this user. Change its permissions, or those of the folders above it.`,
  EPERM: (path) => `${path} may not be read by this user. Change its permissions, or those of the folders above it.`,
  EIO: (path) => `The system could not read ${path}: the disk may be failing.`,
  EFBIG: (path) => `${path} is larger than any file that Benchbook makes there. Move it away, and try again.`,
}

const SYSTEM_CODES: Record<string, ErrorCode> = {
  ENOSPC: 'ERR_DISK_FULL',
  EDQUOT: 'ERR_DISK_FULL',
  EROFS: 'ERR_NOT_WRITABLE',
  EACCES: 'ERR_NOT_WRITABLE',
  EPERM: 'ERR_NOT_WRITABLE',
}

const SYSTEM_SENTENCES: Record<string, (path: string) => string> = {
  ENOSPC: (path) => `The disk is full: ${path} could not be written. Free some space and try again; what was stored before is unharmed.`,
  EFBIG: (path) =>
    `${path} is larger than the file system, or a limit of this user, lets a file be (FAT32: 4 GiB). Choose another disk, or a bundle of a part.`,
  EDQUOT: (path) => `Your disk quota is used up: ${path} could not be written. Free some space and try again.`,
  EROFS: (path) => `${path} lies on a read-only file system. Choose another folder.`,
  EACCES: (path) => `${path} may not be written by this user. Choose another folder or change its permissions.`,
  EPERM: (path) => `${path} may not be written by this user. Choose another folder or change its permissions.`,
  EBUSY: (path) => `${path} is in use, perhaps as a mount point. Name a folder below it instead.`,
  EXDEV: (path) => `${path} and the folder beside it lie on different file systems. Name a folder one level deeper.`,
  EEXIST: (path) => `A part of ${path} is a file where a folder is needed. Choose another folder.`,
  ENOTDIR: (path) => `A part of ${path} is a file where a folder is needed. Choose another folder.`,
  EISDIR: (path) => `${path} is a folder where a file is needed. Name a file.`,
  EIO: (path) => `The system could not write ${path}: the disk may be failing. What was stored before is unharmed.`,
  EMFILE: (path) => `Too many files are open at once (at ${path}). Lower \`concurrency\` or raise "ulimit -n".`,
}
