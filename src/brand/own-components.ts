import { readdir } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { ViteUserConfig } from 'astro'
import { sentence, UsageError } from '../errors.ts'

export type VitePlugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>

/** How components of one's own name the project's files: `benchbook/components/Licence.astro`. */
const OURS = 'benchbook/'

/**
 * The components that a folder replaces: `.astro` files at its top, each named as one of ours; '' for none. Throws a {@link UsageError}
 * for a name that replaces nothing: parts of one's own lie in folders below.
 */
export async function replacedComponents(folder: string, source: string): Promise<Set<string>> {
  if (!folder) return new Set()
  const own = await readdir(folder).catch((error: unknown) => {
    throw new UsageError(`The folder of components ${folder} cannot be read: ${sentence(error)}.`, { cause: error })
  })
  const ours = (await readdir(join(source, 'components'))).filter(isComponent)
  const unknown = own.filter(isComponent).find((name) => !ours.includes(name))
  if (unknown)
    throw new UsageError(
      `${join(folder, unknown)} replaces nothing: there is no component of that name. There are ${ours.join(', ')}; parts of your own lie in a folder below.`,
    )
  return new Set(own.filter(isComponent))
}

const isComponent = (name: string): boolean => name.endsWith('.astro')

/**
 * Puts the components of `folder` in the place of those of the same name in `source`. Such a component may import files of the project
 * as `benchbook/…`; the one that it replaces too, which it then gets as it was.
 */
export function ownComponents(folder: string, source: string, replaced: ReadonlySet<string>): VitePlugin {
  const components = join(source, 'components')
  return {
    name: 'benchbook:own-components',
    enforce: 'pre',
    resolveId(id, importer, options) {
      if (!importer) return null
      const from = importer.replace(/\?.*$/, '')
      const isOwn = from.startsWith(folder + sep)
      const target = id.startsWith(OURS)
        ? join(source, id.slice(OURS.length))
        : /^\.{1,2}\//.test(id)
          ? resolve(dirname(from), id)
          : undefined
      // Packages of the project are found from the project.
      if (!target)
        return isOwn && !/^[\\0/]/.test(id) ? this.resolve(id, join(components, 'Card.astro'), { ...options, skipSelf: true }) : null
      const own = join(folder, relative(components, target))
      if (dirname(target) === components && replaced.has(relative(components, target)) && own !== from) return own
      return id.startsWith(OURS) ? target : null
    },
  }
}

/** Gives the pages the tokens of this site in the place of those of tokens.css. */
export function ownStyles(tokens: string): VitePlugin {
  return {
    name: 'benchbook:own-styles',
    enforce: 'pre',
    load(id) {
      const [, query] = /[\\/]styles[\\/]tokens\.css(\?raw)?$/.exec(id) ?? [undefined, 'another']
      if (query === 'another') return null
      return query ? `export default ${JSON.stringify(tokens)}` : tokens
    },
  }
}
