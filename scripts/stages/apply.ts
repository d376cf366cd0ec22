import { resolve } from 'node:path'
import { applyDelta } from '../../src/bundle/delta/apply-delta.ts'
import { userCwd } from '../../src/config.ts'
import { UsageError } from '../../src/errors.ts'
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
  delta: string | undefined,
  old: string | undefined,
  { out, quiet = false, json = false }: ApplyFlags,
  signal: AbortSignal,
): Promise<number> {
  if (delta === undefined || old === undefined)
    throw new UsageError(
      `${delta === undefined ? 'Two files are missing' : `The bundle to update with ${delta} is missing`}. Name the delta that "benchbook bundle --since" made, and then the bundle that it was made for: benchbook apply ${delta ?? 'guides.delta.zip'} guides.zip`,
    )
  const from = userCwd()
  const applied = await applyDelta(
    { delta: resolve(from, delta), old: resolve(from, old), ...(out !== undefined && { out: resolve(from, out) }) },
    signal,
  )
  print(
    [
      applied.wasNew
        ? `${applied.path} is up to date already, of ${applied.to.slice(0, 10)}: ${bytesInWords(applied.bytes)}.`
        : `${applied.path} is of ${applied.to.slice(0, 10)} now, and was of ${applied.from.slice(0, 10)}: ${bytesInWords(applied.bytes)}.`,
      `SHA-256 ${applied.sha256}`,
    ],
    { json, quiet },
  )
  return conclude({ apply: { exitCode: 0, report: applied } }, { json })
}
