import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { sha256Of } from '../disk/sha256.ts'

/** Writes the SHA-256 of a file beside it, as `sha256sum -c` reads it, and gives it. */
export function writeSum(path: string, sha256 = sha256Of(path)): string {
  writeFileSync(`${path}.sha256`, `${sha256}  ${basename(path)}\n`)
  return sha256
}
