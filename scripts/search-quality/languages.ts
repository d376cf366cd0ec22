import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../../src/errors.ts'

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
