import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { UsageError } from '../../src/errors.ts'
import { isNamespace } from '../../src/model/ref.ts'
import { type PageRef, pathOf } from '../../src/routes.ts'

const querySchema = z.strictObject({
  /** The difficulty of the query, such as `synonym`; scores are grouped by it. */
  kind: z.string().min(1),
  /** The language of the search page, such as `de`. */
  lang: z.string().min(1),
  query: z.string().min(1),
  /** Right pages: `guide 12`, `category Kettle`, `item Bobbin`, `wiki …`, `info …`, `team 1`, `user 2`. */
  pages: z.array(z.string()).min(1),
})
const tableSchema = z.array(querySchema).min(1)
export type ExpectedQuery = z.infer<typeof querySchema>

/** A query, and the paths of its right pages before base and language. */
export interface Question extends ExpectedQuery {
  paths: string[]
}

/**
 * The queries of a JSON file. Throws a {@link UsageError} if the file is not such a table, or names a page or language that the site in
 * `site` lacks.
 */
export async function readQuestions(file: string, site: string): Promise<Question[]> {
  const table = tableSchema.safeParse(await readJson(file))
  if (!table.success) throw new UsageError(`${file} is not a table of queries: ${z.prettifyError(table.error)}`)
  for (const lang of new Set(table.data.map((row) => row.lang))) await homeOf(site, lang)
  return table.data.map((row) => ({ ...row, paths: row.pages.map((page) => pathOfPage(page, row, site)) }))
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new UsageError(`${file} cannot be read as JSON. Name a table of queries with --queries.`, { cause })
  }
}

function pathOfPage(page: string, { query, lang }: ExpectedQuery, site: string): string {
  const [, kind = '', name = ''] = /^(\w+) (.+)$/.exec(page) ?? []
  const ref = refOf(kind, name)
  if (!ref)
    throw new UsageError(`"${query}" expects "${page}". A page is named by its kind and its id or title: guide 12, category Kettle.`)
  const path = pathOf(ref)
  if (![lang, '.'].some((folder) => existsSync(join(site, folder, path, 'index.html'))))
    throw new UsageError(`"${query}" expects "${page}", and the site in ${site} has no such page.`)
  return path
}

function refOf(kind: string, name: string): PageRef | undefined {
  if (kind === 'guide') return { kind, guideid: Number(name) }
  if (kind === 'tag') return { kind, tag: name }
  const namespace = kind.toUpperCase()
  return isNamespace(namespace) ? { kind: 'wiki', namespace, title: name } : undefined
}

/**
 * The path prefix of a language: '' for the source's, `de/` for a translation's. Throws a {@link UsageError} for a language that the site
 * lacks.
 */
export async function homeOf(site: string, lang: string): Promise<string> {
  if (existsSync(join(site, lang, 'search/index.html'))) return `${lang}/`
  const page = await readFile(join(site, 'search/index.html'), 'utf8')
  const source = /<html[^>]*\slang="?([\w-]+)/.exec(page)?.[1]
  if (source === lang) return ''
  throw new UsageError(`The site in ${site} has no search in the language "${lang}".`)
}
