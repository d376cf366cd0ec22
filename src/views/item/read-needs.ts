import { setImmediate } from 'node:timers/promises'
import type { CacheReader } from '../../cache/reader.ts'
import { prerequisiteSchema } from '../../model/guide.ts'
import { parse } from '../../model/parse.ts'
import { list } from '../../model/php.ts'
import { isOfRecord } from '../catalog/unreadable.ts'
import { type Need, needOf, needsSchema, withName } from './need.ts'

/** Guides between two turns of the event loop, in which a signal is heard. */
const TURN = 50

/** A thing in the list of a guide. */
export interface NeedIn {
  need: Need
  isOptional: boolean
}

/** What a guide lists, and the guides that come before it. */
export type NeedsIn = Record<'tools' | 'parts', NeedIn[]> & { before: number[] }

const recordSchema = needsSchema.extend({ prerequisites: list(prerequisiteSchema.pick({ guideid: true })) })

/** What each of these guides lists, in their order; those that list nothing and come after no other are left out. */
export async function readNeeds(cache: CacheReader, guideids: Iterable<number>): Promise<Map<number, NeedsIn>> {
  const named = new Map<number, NeedsIn>()
  /** Guides name the same things over and over. */
  const known = new Map<string, Need>()
  let read = 0
  for (const guideid of guideids) {
    if (++read % TURN === 0) await setImmediate()
    const record = await recordIfReadable(cache, guideid)
    if (!record) continue
    const needsIn = (list: 'tools' | 'parts'): NeedIn[] =>
      withName(record[list]).map(({ text, type, url, isoptional }) => {
        const words = JSON.stringify([text, type, url])
        const need = known.get(words) ?? needOf({ text, type, url }, cache.manifest.origins)
        known.set(words, need)
        return { need, isOptional: isoptional }
      })
    const before = record.prerequisites.map((prerequisite) => prerequisite.guideid)
    const needs = { tools: needsIn('tools'), parts: needsIn('parts'), before }
    if (Object.values(needs).some(({ length }) => length > 0)) named.set(guideid, needs)
  }
  return named
}

/** Of a guide that cannot be read, its page tells. */
async function recordIfReadable(cache: CacheReader, guideid: number) {
  try {
    const parsed = parse(recordSchema, await cache.record({ kind: 'guide', id: String(guideid) }))
    return parsed.ok ? parsed.value : undefined
  } catch (error) {
    if (isOfRecord(error)) return undefined
    throw error
  }
}
