import type { Config } from '../../src/config/options.ts'
import { UsageError } from '../../src/errors.ts'
import { nameIn } from '../../src/model/names.ts'
import { arrange, type BookGuide, type Branch } from '../../src/pdf/arrange.ts'
import { type GuidePage, isCategory } from '../../src/pdf/guide-pages.ts'
import type { Book } from '../../src/pdf/make-books.ts'
import { readGuidePage } from '../../src/pdf/read-page.ts'

/**
 * A book of the category in each of the languages of `pages`, of which the source's come first. Archived guides are left out unless `--guide` names them. Throws a
 * {@link UsageError} when no guide is left, or there is no category.
 */
export async function booksOf(
  { out, category, guide: named }: Config,
  pages: readonly GuidePage[],
  tree: Branch | undefined,
): Promise<Book[]> {
  if (!category) throw new UsageError('A book is made of a category: add --category NAME.', { code: 'ERR_OPTION', option: 'category' })
  const all: BookGuide[] = []
  for (const page of pages) all.push({ ...page, ...(await readGuidePage(out, page)) })
  const source = all.filter(({ lang }) => lang === undefined)
  const leftOut = source.flatMap(({ guideid, isArchived }) => (isArchived && !named.includes(guideid) ? [guideid] : []))
  if (leftOut.length === source.length)
    throw new UsageError(
      `All guides in the category ${JSON.stringify(category)} are archived, which a book leaves out. To print them, name them: add --guide ${leftOut.join(',')}.`,
      { code: 'ERR_NOT_ON_SITE' },
    )
  const top = topOf(source, category, tree)
  const fileName = nameIn('category', category.trim().toLowerCase())
  return [...Map.groupBy(all, ({ lang }) => lang)].flatMap(([lang, own]) => {
    const guides = own.filter(({ guideid }) => !leftOut.includes(guideid))
    if (guides.length === 0) return []
    const title = own.flatMap(({ categories }) => categories).find(({ page }) => page === top)?.title ?? category
    const name = `${fileName}${lang ? `.${lang}` : ''}.pdf`
    return [{ title, name, guides: arrange(guides, top, tree?.below, lang ?? 'en'), leftOut }]
  })
}

/** The name of the category's page, which is the same in all languages. */
function topOf(guides: readonly BookGuide[], category: string, tree: Branch | undefined): string {
  const crumbs = guides.flatMap(({ categories }) => categories)
  const inTree = tree && crumbs.find(({ page }) => page === tree.page)
  return (inTree ?? crumbs.find((crumb) => isCategory(crumb, { title: category })))?.page ?? tree?.page ?? nameIn('category', category)
}
