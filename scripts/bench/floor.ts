import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openCache } from '../../src/cache/reader.ts'

/**
 * The baseline: reads and parses every record, and writes files of these names and lengths, without any other work: `floor.ts CACHE FILES
 * FOLDER`.
 */
const [cache = '', list = '', folder = ''] = process.argv.slice(2)
const files = JSON.parse(readFileSync(list, 'utf8')) as [file: string, bytes: number][]
const reader = await openCache(cache)
let parsed = 0
for await (const key of reader.keys()) if (JSON.parse(reader.recordBytes(key)?.toString() ?? 'null') !== null) parsed++
const bytes = Buffer.alloc(Math.max(...files.map(([, length]) => length)), 'a floor has no content ')
const made = new Set<string>()
for (const [file, length] of files) {
  const path = join(folder, file)
  if (!made.has(dirname(path))) mkdirSync(dirname(path), { recursive: true })
  made.add(dirname(path))
  writeFileSync(path, bytes.subarray(0, length))
}
console.log(parsed)
