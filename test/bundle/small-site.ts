import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PackOptions } from '../../src/bundle/pack.ts'
import { listDigest, fileListOf, listFiles, wholeList } from '../../src/publish/file-list.ts'
import { writeMarker } from '../../src/publish/marker.ts'
import { filesIn } from '../../src/publish/overlay.ts'
import { readFileSync } from 'node:fs'
import { temporaryFolder } from '../cache/small-cache.ts'
import { writeFiles } from '../folders.ts'

const ICON = readFileSync(join(import.meta.dirname, '../../public/apple-touch-icon.png'))

export const page = (title: string, text = '', head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title} · Site</title><meta property="og:title" content="${title}">${head}</head><body><p>${text}</p></body></html>`

/** Writes files as a site that a build has made. */
export async function smallSite(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const site = join(await temporaryFolder(), 'site')
  await writeFiles(site, { 'index.html': page('Home'), 'apple-touch-icon.png': ICON, ...files })
  const lines = await listFiles(filesIn(site), () => undefined)
  await writeMarker(site, { product: 'Benchbook test', base: '/', site: '', files: listDigest(lines) })
  await writeFile(fileListOf(site), wholeList(filesIn(site), lines))
  return site
}

/** How to pack it next to itself. */
export function packing(site: string, format: 'zip' | 'zim', changes: Partial<PackOptions> = {}): PackOptions {
  return {
    format,
    site,
    path: `${site}.${format}`,
    maxBytes: 0,
    illustration: join(site, 'apple-touch-icon.png'),
    redirects: [],
    about: {
      name: 'repair.example_en',
      title: 'Repair',
      description: 'Repair guides of repair.example',
      languages: ['en', 'pt-BR', 'yue'],
      creator: 'Repair',
      publisher: 'Benchbook',
      scraper: 'Benchbook test',
      source: 'https://repair.example',
      licence: 'CC BY-SA 4.0',
      date: new Date('2026-03-04T05:06:08Z'),
      flavour: '',
      tags: ['_ftindex:no'],
    },
    ...changes,
  }
}
