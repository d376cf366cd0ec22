import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from '../disk/atomic.ts'
import { isOwnPath } from '../disk/own-path.ts'
import { isLanguageTag } from '../model/language.ts'
import { canonicalTitle } from '../model/title.ts'
import { type Crumb, readGuidePage } from './read-page.ts'

/** The page of a guide in a built site. */
export interface GuidePage {
  guideid: number
  /** The language that its path begins with; undefined for the source's. */
  lang: string | undefined
  /** Below the base: `/guide/12/`, `/de/guide/12/`. */
  path: string
}

/** The languages of a site that stand below a folder of their own. */
export async function languagesIn(outDir: string): Promise<string[]> {
  const names = (await namesIn(outDir)).filter(isLanguageTag)
  const found = await Promise.all(names.map(async (lang) => ((await namesIn(join(outDir, lang, 'guide'))).length > 0 ? [lang] : [])))
  return found.flat().sort()
}

/** The guides that have a page, in the order of their numbers. */
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

/** A category as breadcrumbs can show it: by what it is called there, in any case of letters, or by the names of its page and of those below it. */
export type InCrumbs = { title: string } | { pages: ReadonlySet<string> }

/** Those of some pages that say in their breadcrumbs that they stand in a category or below it. */
export async function inCategory(outDir: string, pages: readonly GuidePage[], category: InCrumbs): Promise<GuidePage[]> {
  const found: GuidePage[] = []
  for (const page of pages) {
    const { categories } = await readGuidePage(outDir, page)
    if (categories.some((crumb) => isCategory(crumb, category))) found.push(page)
  }
  return found
}

/** True for the crumb of a category. */
export const isCategory = (crumb: Crumb, category: InCrumbs): boolean =>
  'pages' in category ? category.pages.has(crumb.page) : folded(crumb.title) === folded(category.title)

const folded = (title: string): string => canonicalTitle(title).trim().toLowerCase()
