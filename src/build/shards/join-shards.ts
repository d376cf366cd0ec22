import { writeFile } from 'node:fs/promises'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isMissing } from '../../disk/atomic.ts'
import { copyWithTimes } from '../../disk/copy.ts'
import { isOwnPath } from '../../disk/own-path.ts'
import { sha256Of } from '../../disk/sha256.ts'
import { listDigest, fileListOf, listFiles, wholeList } from '../../publish/file-list.ts'
import { type MarkerFacts, writeMarker } from '../../publish/marker.ts'
import { filesIn } from '../../publish/overlay.ts'
import type { Staging } from '../../publish/staging.ts'
import { readState, stateFileOf, writeState } from '../../publish/state-file.ts'
import { INDEX_FOLDER } from '../../search/index-list.ts'
import { askedIn, decodeState, type SiteState } from '../state/site-state.ts'
import { StateMaker } from '../state/state-maker.ts'
import { JoinedSearch } from './joined-search.ts'
import { damaged, type MadeShard } from './read-shards.ts'

/** Files between two turns of the event loop. */
const TURN = 50

/**
 * Joins the files and states of shards in one folder next to the new site, where a build finds them like an unchanged previous site.
 * Returns the folder. Throws a UsageError for a shard with a file that differs from what its build wrote.
 */
export async function joinShards(
  shards: readonly MadeShard[],
  { folder }: Pick<Staging, 'folder'>,
  { marker, inputs, languages }: { marker: MarkerFacts; inputs: string; languages: readonly string[] },
  signal?: AbortSignal,
): Promise<string> {
  const joined = join(folder, 'shards')
  mkdirSync(joined)
  const [maker, hashes] = [new StateMaker(), new Map<string, string>()]
  const search = new JoinedSearch(maker)
  let mediaMarks: SiteState['mediaMarks'] = new Map()
  for (const shard of shards) {
    const state = decodeState(readState(shard.folder))
    if (!state) throw damaged(shard.folder, stateFileOf(shard.folder))
    mediaMarks = state.mediaMarks
    addPages(maker, state)
    await addFiles(shard, joined, search.add(shard, state), hashes, signal)
  }
  maker.search = await search.finish(join(joined, INDEX_FOLDER))
  const site = filesIn(joined)
  const lines = await listFiles(site, (file) => hashes.get(file), signal)
  const files = listDigest(lines)
  await writeMarker(joined, { ...marker, files })
  await writeFile(fileListOf(joined), wholeList(site, lines))
  await writeState(stateFileOf(joined), await maker.stateOf(site, { inputs, files, mediaMarks, languages }))
  return joined
}

function addPages(maker: StateMaker, state: SiteState): void {
  for (const [file, { given, isPage, media, ...part }] of state.pages) {
    const shown = media.flatMap((number) => state.media[number] ?? [])
    maker.addPage({ file, isPage, media: shown, trace: { given, asked: askedIn(state.questions, part), mediaLookups: part.mediaLookups } })
  }
}

/** Files that all shards have, such as styles, are taken from the first. */
async function addFiles(
  { folder, hashes }: MadeShard,
  joined: string,
  nameOf: (file: string) => string | undefined,
  known: Map<string, string>,
  signal?: AbortSignal,
): Promise<void> {
  let count = 0
  for (const [file, sum] of hashes) {
    if (++count % TURN === 0) await setImmediate()
    signal?.throwIfAborted()
    const name = nameOf(file)
    if (name === undefined || known.has(name)) continue
    if (!isOwnPath(folder, file) || sumOf(join(folder, file)) !== sum) throw damaged(folder, file)
    mkdirSync(dirname(join(joined, name)), { recursive: true })
    // Not a link: later writes to a shard must not affect the site.
    await copyWithTimes(join(folder, file), join(joined, name))
    known.set(name, sum)
  }
}

function sumOf(path: string): string | undefined {
  try {
    return sha256Of(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
