import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Parser } from 'htmlparser2'
import { isOwnPath } from '../disk/own-path.ts'

/** A category on the way down to a page. */
export interface Crumb {
  title: string
  /** The name of its page, the last folder of its address: `kettle-1a2b3c4d`. */
  page: string
  /** The language of its title where it is another than the page's. */
  lang?: string | undefined
}

/** What the page of a guide says of the guide's place on the site. */
export interface Standing {
  categories: Crumb[]
  isArchived: boolean
}

/** Reads the page of a guide; of one outside of the site's own folder it says nothing. */
export async function readGuidePage(outDir: string, { path }: { path: string }): Promise<Standing> {
  const file = join(path, 'index.html')
  const html = isOwnPath(outDir, file) ? await readFile(join(outDir, file), 'utf8') : ''
  return { categories: categoriesOn(html), isArchived: ARCHIVED.test(html) }
}

/** The notice above the guide's title: those in its texts have no classes. */
const ARCHIVED = /<p class="archived">\s*<svg class="[^"]*\bicon-archive\b/

/** The page's own entry is no link, and not among them. */
function categoriesOn(html: string): Crumb[] {
  const crumbs: Crumb[] = []
  let isLink = false
  const parser = new Parser({
    onopentag(name, { href = '', lang }) {
      if (name !== 'a') return
      isLink = true
      crumbs.push({ title: '', page: lastFolder(href), lang })
    },
    ontext(text) {
      const crumb = crumbs.at(-1)
      if (isLink && crumb) crumb.title += text
    },
    onclosetag(name) {
      if (name === 'a') isLink = false
    },
  })
  parser.end(/<nav class="crumbs[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '')
  // The first is the page of all categories.
  return crumbs.slice(1).map((crumb) => ({ ...crumb, title: crumb.title.trim() }))
}

const lastFolder = (href: string): string =>
  href
    .replace(/\/(?:index\.html)?$/, '')
    .split('/')
    .at(-1) ?? ''
