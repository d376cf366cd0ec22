import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { isMissing } from '../disk/atomic.ts'
import { explainReading, SystemError, UsageError } from '../errors.ts'

/** Signs a file and returns the signature's path. */
export type Sign = (path: string) => Promise<string>

/**
 * Signs with a secret key, with the key's program: `minisign`, which writes `FILE.minisig`, or `ssh-keygen`, which writes `FILE.sig`. The
 * program itself prompts for the key's password. Throws a {@link UsageError} for a file that is not such a key.
 */
export function signerOf(key: string): Sign {
  const { program, argsFor, ending } = programOf(key)
  return async (path) => {
    const child = spawn(program, argsFor(path), { stdio: ['inherit', 'ignore', 'inherit'] })
    const failed = once(child, 'error').then(([error]) => Promise.reject(notThere(program, error)))
    const [code] = (await Promise.race([once(child, 'close'), failed])) as [number | null]
    if (code === 0) return `${path}${ending}`
    throw new SystemError(`${program} did not sign ${path} with the key ${key} (exit code ${code}). The bundle itself is whole.`, {
      code: 'ERR_SIGNATURE',
      option: 'sign',
      path,
    })
  }
}

/** The ssh-keygen namespace in which bundles are signed and verified. */
const NAMESPACE = 'file'

/** A secret key's comment is arbitrary; its bytes begin with Ed, the kind of password (Sc, or none), and B2. A public key differs there. */
const MINISIGN_SECRET = /^untrusted comment:.*\n(?:RWRTY0Iy|RWQAAEIy)/

/** The extensions of signatures. */
export const SIGNATURES = ['.minisig', '.sig'] as const

function programOf(key: string): { program: string; argsFor: (path: string) => string[]; ending: (typeof SIGNATURES)[number] } {
  const text = textOf(key)
  if (MINISIGN_SECRET.test(text)) return { program: 'minisign', argsFor: (path) => ['-S', '-s', key, '-m', path], ending: '.minisig' }
  if (text.startsWith('-----BEGIN') || text.startsWith('ssh-'))
    return { program: 'ssh-keygen', argsFor: (path) => ['-Y', 'sign', '-q', '-f', key, '-n', NAMESPACE, path], ending: '.sig' }
  throw wrongKey(`${key} is no secret key of minisign or ssh-keygen. Make one with "minisign -G" or "ssh-keygen -t ed25519".`, key)
}

function textOf(key: string): string {
  try {
    return readFileSync(key, 'utf8')
  } catch (error) {
    if (!isMissing(error)) throw explainReading(error, key)
    throw wrongKey(`There is no key ${key}. Name the file of a secret key with \`sign\`.`, key)
  }
}

const wrongKey = (message: string, path: string): UsageError => new UsageError(message, { code: 'ERR_SIGNATURE', option: 'sign', path })

const notThere = (program: string, cause: unknown): SystemError =>
  new SystemError(`${program}, which signs with this key, is not installed or does not start. Install it, and try again.`, {
    cause,
    code: 'ERR_SIGNATURE',
    option: 'sign',
  })
