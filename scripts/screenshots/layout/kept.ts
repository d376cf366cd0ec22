import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { serveSite } from '../../../src/publish/serve.ts'
import { SAMPLE_BASE, sampleSite } from '../../../test/sample-site.ts'
import { COMPARED } from './compared.ts'
import { compare, takeSmall } from './picture.ts'
import { launchSteady } from './steady.ts'

/** The pictures that pages are compared with, in the repository. */
export const KEPT = resolve(import.meta.dirname, '../../../test/browser/layout')
/** So much of a picture may differ: letters that are drawn in another way change two thirds of it, a word that moves by 12 px half as much again. */
export const ALLOWED_SHARE = 0.0002

const keptFile = (name: string): string => join(KEPT, `${name}.webp`)

/** The kept picture of that name; undefined where there is none. */
export async function readKept(name: string): Promise<Buffer | undefined> {
  const names = await readdir(KEPT)
  return names.includes(`${name}.webp`) ? readFile(keptFile(name)) : undefined
}

/** Takes all pages as they look now, and keeps those that look different. Gives the names of the files that were written or removed. */
export async function acceptLayout(): Promise<string[]> {
  await mkdir(KEPT, { recursive: true })
  const changed: string[] = []
  const { out } = await sampleSite()
  const site = await serveSite(out, { base: SAMPLE_BASE, port: 0 })
  try {
    await using browser = await launchSteady()
    for (const compared of COMPARED) {
      const [kept, taken] = [await readKept(compared.name), await takeSmall(browser, site.url, compared)]
      if (kept && (await compare(kept, taken)).share <= ALLOWED_SHARE) continue
      await writeFile(keptFile(compared.name), taken)
      changed.push(`${compared.name}.webp`)
    }
  } finally {
    site.close()
  }
  const names = new Set(COMPARED.map(({ name }) => `${name}.webp`))
  for (const name of await readdir(KEPT)) {
    if (names.has(name)) continue
    await rm(join(KEPT, name))
    changed.push(name)
  }
  return changed
}
