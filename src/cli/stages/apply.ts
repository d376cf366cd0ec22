import { resolve } from 'node:path'
import { applyDelta } from '../../bundle/delta/apply-delta.ts'
import { userCwd } from '../../config.ts'
import { bytesInWords } from '../terminal/words.ts'
import { conclude, outcomeOf, print } from './outcome.ts'

export interface ApplyFlags {
  out?: string
  quiet?: boolean
  json?: boolean
  debug?: boolean
}

/** Makes a new bundle from an old one and a delta; paths are relative to the user's working directory. */
export async function apply(delta: string, old: string, { out, quiet = false, json = false }: ApplyFlags, signal: AbortSignal) {
  const at = (path: string): string => resolve(userCwd(), path)
  const applied = await applyDelta({ delta: at(delta), old: at(old), ...(out !== undefined && { out: at(out) }) }, signal)
  // Two bundles of the same day are distinguished by time.
  const isSameDay = applied.from.slice(0, 10) === applied.to.slice(0, 10)
  const [was, to] = [applied.from, applied.to].map((date) => (isSameDay ? date.slice(0, 19).replace('T', ' ') : date.slice(0, 10)))
  const news = was === to ? `another build now, of ${to} as before` : `of ${to} now, and was of ${was}`
  print(
    [
      applied.isChanged
        ? `${applied.path} is ${news}: ${bytesInWords(applied.bytes)}.`
        : `${applied.path} is of ${to} already: nothing was changed.`,
      `SHA-256 ${applied.sha256}`,
      ...(applied.isChanged ? applied.signatures.map(signatureLine) : []),
    ],
    { json, quiet },
  )
  return conclude({ apply: outcomeOf(0, applied) }, { json })
}

const signatureLine = (path: string): string =>
  `${path} was not updated: if it is the signature of the old bundle, it no longer fits. Sign the new one, or copy its signature from where it was made.`
