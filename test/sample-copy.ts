import { cpSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

export const SAMPLE = resolve(import.meta.dirname, '../sample')

export const readJson = async <T = Record<string, unknown>>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T

/** Changes fields of the object in a file. */
export async function changeJson(path: string, changes: object): Promise<void> {
  await writeFile(path, JSON.stringify({ ...(await readJson(path)), ...changes }))
}

/** Makes a cache a copy of the sample, with the given translations. */
export async function copySample(cache: string, translations: readonly string[] = []): Promise<string> {
  for (const name of ['lists', 'media', 'records', 'records.ndjson', 'manifest.json'])
    cpSync(join(SAMPLE, name), join(cache, name), { recursive: true })
  if (translations.length > 0) await changeJson(join(cache, 'manifest.json'), { translations })
  return cache
}
