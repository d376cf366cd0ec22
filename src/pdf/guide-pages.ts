import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn } from '../disk/atomic.ts'
import { isLanguageTag } from '../model/language.ts'
import { canonicalTitle } from '../model/title.ts'
import { isOwnPath } from '../disk/own-path.ts'

/** The page of a guide in a built site. */
export interface GuidePage {
  guideid: number
  /** The language folder in its path; undefined for the source's. */
  lang: string | undefined
  /** Below the base: `/guide/12/`, `/de/guide/12/`. */
  path: string
}

/** The languages of a site that have a folder of their own. */
export async function languagesIn(outDir: string): Promise<string[]> {
  const names = (await namesIn(outDir)).filter(isLanguageTag)
  const found = await Promise.all(names.map(async (lang) => ((await namesIn(join(outDir, lang, 'guide'))).length > 0 ? [lang] : [])))
  return found.flat().sort()
}

/** The guides with a page, ordered by id. */
export async function guidePages(outDir: string, lang?: string): Promise<GuidePage[]> {
  const found: GuidePage[] = []
  const look = async (folder: string): Promise<void> => {
    for (const name of await namesIn(join(outDir, folder))) {
      if (!/^\d+$/.test(name)) continue
      const path = `${folder}${name}/`
      // A folder of many guides is divided: see routes/divided.ts.
      const isDivided = isOwnPath(outDir, path) && !existsSync(join(outDir, path, 'index.html'))
      if (isDivided) await look(path)
      else found.push({ guideid: Number(name), lang, path })
    }
  }
  await look(`${lang ? `/${lang}` : ''}/guide/`)
  return found.sort((a, b) => a.guideid - b.guideid)
}

/** The pages whose breadcrumbs contain a category, compared case-insensitively. */
export async function inCategory(outDir: string, pages: readonly GuidePage[], category: string): Promise<GuidePage[]> {
  const wanted = folded(category)
  const found: GuidePage[] = []
  for (const page of pages) {
    const file = join(page.path, 'index.html')
    const html = isOwnPath(outDir, file) ? await readFile(join(outDir, file), 'utf8') : ''
    if (categoriesOn(html).some((title) => folded(title) === wanted)) found.push(page)
  }
  return found
}

const folded = (title: string): string => canonicalTitle(title).trim().toLowerCase()

/** The titles of a page's ancestors: its breadcrumbs for search engines (schema.org), without the list of all categories and the page itself. */
function categoriesOn(html: string): string[] {
  const [, trail = ''] = /"@type":"BreadcrumbList"(.*?)<\/script>/s.exec(html) ?? []
  return Array.from(trail.matchAll(/"name":("(?:[^"\\]|\\.)*")/g), ([, name = '""']) => JSON.parse(name) as string).slice(1, -1)
}
