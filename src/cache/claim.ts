import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { CacheError } from '../errors.ts'
import { forget, makingFolder, namesIn, writeAtomically } from '../disk/atomic.ts'
import { readIfExists } from '../disk/read.ts'
import { resumeFinish } from './finish.ts'
import { readKeys } from './json-lines.ts'
import { FORMAT, formerRecordPath, type Manifest, MANIFEST_PATH, manifestSchema, PENDING_FOLDER, recordPath } from './layout.ts'
import { readFinished } from './manifest.ts'
import { refuseLinks } from './refused-folder.ts'
import { parseWhole } from './parse-stored.ts'
import { type CacheReader, openCache } from './reader.ts'

const PENDING_SOURCE_PATH = `${PENDING_FOLDER}/source.json`

/**
 * Prepares a folder for a crawl of `source` (the API's base): completes an interrupted finish and records which crawl begins. Returns the
 * last finished crawl, if there is one. `formerly` are earlier addresses of the source. Throws a {@link CacheError}, and changes nothing,
 * if the folder contains another source or was written by a newer version.
 */
export async function claimCache(
  folder: string,
  source: string,
  { part, formerly = [] }: { part?: Manifest['part']; formerly?: readonly string[] } = {},
): Promise<CacheReader | undefined> {
  refuseLinks(folder)
  for (const path of [`${PENDING_FOLDER}/${MANIFEST_PATH}`, PENDING_SOURCE_PATH, MANIFEST_PATH]) {
    const { source: other, format } = await readNote(join(folder, path))
    if (typeof other === 'string' && ![source, ...formerly].some((base) => isSame(other, base)))
      throw new CacheError(refusal(folder, other, source, formerly), {
        code: 'ERR_CACHE_OTHER_SOURCE',
        option: 'sourceWas',
        path: folder,
        url: other,
      })
    if (Number(format) > FORMAT) await readFinished(folder) // throws with instructions
    if (Number(format) < FORMAT) await renameFormer(folder)
  }
  await resumeFinish(folder)
  writeAtomically(join(folder, PENDING_SOURCE_PATH), JSON.stringify({ source, part }))
  // This crawl replaces a damaged manifest.
  return typeof (await readNote(join(folder, MANIFEST_PATH))).source === 'string' ? openCache(folder) : undefined
}

/** The selection of an unfinished crawl; undefined if there is none. `part` is absent for a complete one. */
export async function readUnfinished(folder: string): Promise<{ part?: Manifest['part'] } | undefined> {
  const hasLeft = (await namesIn(join(folder, PENDING_FOLDER, 'records'))).length > 0
  const { part } = await readNote(join(folder, PENDING_SOURCE_PATH))
  return hasLeft ? { part: manifestSchema.shape.part.safeParse(part).data } : undefined
}

function refusal(folder: string, other: string, source: string, formerly: readonly string[]): string {
  const held = `${folder} holds a copy of ${other}, not of ${[source, ...formerly].join(' or ')}.`
  return formerly.length > 0
    ? `${held} If that is where the service was before, use \`sourceWas\` ${other}; else name another folder with \`cache\`.`
    : `${held} If the service has moved from there, add \`sourceWas\` ${other}; else name another folder with \`cache\`.`
}

async function readNote(path: string): Promise<{ source?: unknown; format?: unknown; part?: unknown }> {
  const note = parseWhole((await readIfExists(path)) ?? '')
  return typeof note === 'object' && note ? note : {}
}

/** http and https are the same service. */
const isSame = (a: string, b: string): boolean =>
  a.replace(/^https?:/, '').replace(/(?<!\/)\/+$/, '') === b.replace(/^https?:/, '').replace(/(?<!\/)\/+$/, '')

/** Renames the records of a locked format 1 cache, idempotently. A file shared by two records is deleted, so both are requested again. */
export async function renameFormer(folder: string): Promise<void> {
  const pending = join(folder, PENDING_FOLDER)
  const claims = new Map<string, string | undefined>()
  for (const place of [folder, pending])
    for await (const key of readKeys(place)) {
      const former = formerRecordPath(key)
      if (!former) continue
      const path = recordPath(key)
      claims.set(former, claims.has(former) && claims.get(former) !== path ? undefined : path)
    }
  for (const place of [folder, pending])
    for (const [former, path] of claims) {
      if (!existsSync(join(place, former))) continue
      if (path === undefined) forget(join(place, former))
      else makingFolder(join(place, path), () => renameSync(join(place, former), join(place, path)))
    }
}
