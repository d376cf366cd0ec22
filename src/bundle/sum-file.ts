import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { sha256Of } from '../disk/sha256.ts'

/** Where the SHA-256 of a bundle is. */
export const sumFileOf = (path: string): string => `${path}.sha256`

/** Writes the SHA-256 of a file beside it, as `sha256sum -c` reads it, and gives it. */
export function writeSum(path: string, sha256 = sha256Of(path)): string {
  writeFileSync(sumFileOf(path), `${sha256}  ${basename(path)}\n`)
  return sha256
}

/** True if the file beside a bundle says its sum, and nothing else. */
export function isOurSum(path: string): boolean {
  const [, name] = /^[0-9a-f]{64} [ *](.+)\n?$/.exec(readFileSync(sumFileOf(path), 'utf8')) ?? []
  return name === basename(path)
}
