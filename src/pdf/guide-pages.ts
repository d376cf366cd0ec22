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

/** The guides below a category, which is compared case-insensitively, with its depth in their breadcrumbs; and the titles of all categories. */
export async function inCategory(outDir: string, pages: readonly GuidePage[], category: string) {
  const wanted = folded(category)
  const depths = new Map<number, number>()
  const known = new Set<string>()
  for (const page of pages) {
    const titles = await categoriesOf(outDir, page)
    for (const title of titles) known.add(title)
    const depth = titles.findIndex((title) => folded(title) === wanted)
    if (depth >= 0) depths.set(page.guideid, depth)
  }
  return { depths, known: [...known] }
}

/** The guides of a category in one language. */
export type CategoryGuides = Awaited<ReturnType<typeof guidesOfCategory>>

/**
 * The guides of a category in the order of its book: its own first, then those of each category below, by number. `depths` are those of
 * {@link inCategory}.
 */
export async function guidesOfCategory(outDir: string, pages: readonly GuidePage[], depths: ReadonlyMap<number, number>) {
  let title = ''
  const guides: (GuidePage & { below: string[] })[] = []
  for (const page of pages) {
    const depth = depths.get(page.guideid)
    if (depth === undefined) continue
    const titles = await categoriesOf(outDir, page)
    title ||= titles[depth] ?? ''
    guides.push({ ...page, below: titles.slice(depth + 1) })
  }
  const { compare } = new Intl.Collator(pages[0]?.lang, { numeric: true })
  guides.sort((a, b) => compare(a.below.join('\n'), b.below.join('\n')) || a.guideid - b.guideid)
  return { title, guides }
}

const folded = (title: string): string => canonicalTitle(title).replace(/\s+/g, ' ').trim().toLowerCase()

/** The HTML of a page of the site; undefined if there is none. */
export async function readPage(outDir: string, path: string): Promise<string | undefined> {
  const file = join(path, 'index.html')
  return isOwnPath(outDir, file) && existsSync(join(outDir, file)) ? readFile(join(outDir, file), 'utf8') : undefined
}

/** The titles of a page's ancestors: its breadcrumbs for search engines (schema.org), without the list of all categories and the page itself. */
async function categoriesOf(outDir: string, { path }: GuidePage): Promise<string[]> {
  const [, trail = ''] = /"@type":"BreadcrumbList"(.*?)<\/script>/s.exec((await readPage(outDir, path)) ?? '') ?? []
  return Array.from(trail.matchAll(/"name":("(?:[^"\\]|\\.)*")/g), ([, name = '""']) => JSON.parse(name) as string).slice(1, -1)
}
