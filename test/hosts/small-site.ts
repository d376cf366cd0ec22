import { chmodSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { HostSite } from '../../src/publish/hosts/host-site.ts'
import { writeHosts } from '../../src/publish/hosts/hosts.ts'
import { folderForAll, writeFiles } from '../folders.ts'
import type { Placed } from './servers.ts'

const SITE = 'https://guides.example.org'
const MANIFEST = 'app.webmanifest'
const PAGES = ['', 'guide/1/', 'category/kettle-1/', 'category/kettle-2/', 'category/sewing-machine/']
const FILES = [...PAGES.map((page) => `${page}index.html`), '404.html', 'media/3f/a.pdf', '.benchbook.json', MANIFEST]

/** The facts for hosts about the small site at `base`; two of its titles differ only in the case of a letter. */
export const hostSiteOf = (base: string): HostSite => ({
  base,
  site: SITE,
  languages: [],
  hasApi: false,
  isCompressed: true,
  hasBrotli: true,
  mediaBase: '',
  addresses: {
    titles: [
      { kind: 'CATEGORY', title: 'Kettle FM', path: '/category/kettle-1/' },
      { kind: 'CATEGORY', title: 'Kettle Fm', path: '/category/kettle-2/' },
      { kind: 'CATEGORY', title: 'Sewing Machine', path: '/category/sewing-machine/' },
    ],
    documents: new Map([['g1', '/media/3f/a.pdf']]),
    pages: new Map([['/x/special case/804', '/guide/1/']]),
    words: [],
    languages: [],
  },
})

/** A folder for all tests that servers may read; {@link smallSite} puts sites into it. */
export function hostFolder(): string {
  const root = folderForAll()
  chmodSync(root, 0o755)
  return root
}

export const textOf = (file: string, base: string): string => `${file} of ${SITE}${base}`

/** A site of a few files as left by a build, with the files for nginx, Caddy and Apache. */
export async function smallSite(root: string, base: string): Promise<Placed> {
  const out = join(root, base)
  await writeFiles(out, Object.fromEntries(FILES.map((file) => [file, textOf(file, base)])))
  await writeFile(join(out, `${MANIFEST}.br`), brotliCompressSync('{}'))
  await writeFile(join(out, `${MANIFEST}.gz`), gzipSync('{}'))
  const beside = `${out.replace(/\/$/, '')}.hosts`
  await writeHosts({ site: out, hosts: beside, media: '' }, ['nginx', 'caddy', 'apache'], hostSiteOf(base))
  return { root, beside }
}
