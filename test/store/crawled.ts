import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from '../../src/disk/files-below.ts'
import { everything, writeCache } from '../cache/small-cache.ts'

/** Files of the folder itself, which are never pushed. */
const OWN = /^(?:store\.json|README\.md|drawing\/)/
export async function contents(folder: string): Promise<Map<string, string>> {
  const paths = (await everything(filesBelow(folder))).filter((path) => !OWN.test(path)).sort()
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'base64')]))
}

const guide = (id: number, title = `Guide ${id}`) => ({ kind: 'guide' as const, id: String(id), body: { guideid: id, title, steps: [] } })
const sheet = (at: number) => new TextEncoder().encode(`%PDF-1.4\n${at}\n`.padEnd(2_000))

/** A finished crawl of 300 guides and 30 media files. */
export async function crawled(
  folder: string,
  changes: Record<number, string> = {},
  finishedAt = '2026-01-01T00:00:01.000Z',
): Promise<string> {
  const media = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`https://media.example/${at}.pdf`, sheet(at)]))
  const records = Array.from({ length: 300 }, (_, at) => guide(at + 1, changes[at + 1]))
  await writeCache(folder, { records, lists: { guides: records.map(({ body }) => body) }, media, manifest: { finishedAt } })
  return folder
}
