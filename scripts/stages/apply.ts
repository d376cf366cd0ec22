import { resolve } from 'node:path'
import { applyDelta } from '../../src/bundle/delta/apply-delta.ts'
import { userCwd } from '../../src/config.ts'
import { bytesInWords } from '../terminal/words.ts'
import { conclude, print } from './outcome.ts'

export interface ApplyFlags {
  out?: string
  quiet?: boolean
  json?: boolean
  debug?: boolean
}

/** Makes a new bundle of an old one and a delta; paths are meant from where the person stands. */
export async function apply(
  delta: string,
  old: string,
  { out, quiet = false, json = false }: ApplyFlags,
  signal: AbortSignal,
): Promise<number> {
  const from = userCwd()
  const applied = await applyDelta(
    { delta: resolve(from, delta), old: resolve(from, old), ...(out !== undefined && { out: resolve(from, out) }) },
    signal,
  )
  print(
    [
      applied.isChanged
        ? `${applied.path} is of ${applied.to.slice(0, 10)} now, and was of ${applied.from.slice(0, 10)}: ${bytesInWords(applied.bytes)}.`
        : `${applied.path} is of ${applied.to.slice(0, 10)} already: nothing was changed.`,
      `SHA-256 ${applied.sha256}`,
    ],
    { json, quiet },
  )
  return conclude({ apply: { exitCode: 0, report: applied } }, { json })
}
