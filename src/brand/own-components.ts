import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { ViteUserConfig } from 'astro'
import { sentence, unusable } from '../errors.ts'

export type VitePlugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>

/** The prefix with which the operator's components import the project's: `benchbook/components/Licence.astro`. */
const PROJECT_PREFIX = 'benchbook/'
/** The virtual path of the operator's components: Astro finds the styles and scripts of components only below the project's folder. */
export const MOUNT = 'components/own'

/** The paths of the project's components, by file name. */
async function projectComponents(source: string): Promise<Map<string, string>> {
  const files = await readdir(join(source, 'components'), { recursive: true })
  return new Map(files.filter(isComponent).map((file) => [basename(file), join(source, 'components', file)]))
}

/** The components that a folder replaces: `.astro` files at its top level. An operator's additional components belong in subfolders. */
async function replacedComponents(folder: string, project: ReadonlyMap<string, string>): Promise<Set<string>> {
  if (!folder) return new Set()
  const own = await readdir(folder).catch((error: unknown) => {
    throw unusable('components', folder, `The folder of components ${folder} cannot be read: ${sentence(error)}.`, error)
  })
  const unknown = own.filter(isComponent).find((name) => !project.has(name))
  if (unknown)
    throw unusable(
      'components',
      join(folder, unknown),
      `${join(folder, unknown)} replaces nothing: there is no component of that name. There are ${[...project.keys()].sort().join(', ')}; parts of your own lie in a folder below.`,
    )
  return new Set(own.filter(isComponent))
}

const isComponent = (name: string): boolean => name.endsWith('.astro')

/**
 * Replaces the project's components, which are below `source`, with those of the same name in `folder`, '' for none. Such a component may
 * import the project's files as `benchbook/…`, including the original of the one that it replaces. Throws a {@link UsageError} for a name
 * that replaces nothing.
 */
export async function ownComponents(folder: string, source: string): Promise<VitePlugin> {
  const project = await projectComponents(source)
  const replaced = await replacedComponents(folder, project)
  const mount = join(source, MOUNT)
  const addressOf = (path: string): string => (isBelow(folder, path) && isComponent(path) ? join(mount, relative(folder, path)) : path)
  const pathOf = (address: string): string => (isBelow(mount, address) ? join(folder, relative(mount, address)) : address)
  const projectFile = (path: string): string => (dirname(path) === 'components' && project.get(basename(path))) || join(source, path)
  return {
    name: 'benchbook:own-components',
    enforce: 'pre',
    // Source maps for errors in them, only if there are any; not for browsers.
    configEnvironment: (name) => (replaced.size > 0 && name !== 'client' ? { build: { sourcemap: 'inline' } } : null),
    async resolveId(id, importer, options) {
      if (!importer || id.includes('?astro')) return null
      const from = pathOf(withoutQuery(importer))
      const target = id.startsWith(PROJECT_PREFIX)
        ? projectFile(id.slice(PROJECT_PREFIX.length))
        : isRelative(id)
          ? resolve(dirname(from), id)
          : undefined
      const own =
        target && replaced.has(basename(target)) && project.get(basename(target)) === target ? join(folder, basename(target)) : undefined
      if (own && own !== from) return addressOf(own)
      const isProjectFile = target !== undefined && id.startsWith(PROJECT_PREFIX)
      if (target && isBelow(folder, from) && (isProjectFile || isComponent(target)) && !existsSync(withoutQuery(target)))
        throw new Error(`Could not resolve '${id}' in ${importer}`)
      if (isProjectFile) return target
      if (!isBelow(folder, from) || /^[\\0/]/.test(id)) return null
      if (target && isComponent(target)) return addressOf(target)
      // The project's packages are resolved from the project.
      return this.resolve(target ?? id, join(source, 'build.ts'), { ...options, skipSelf: true })
    },
    load(id) {
      const path = pathOf(id)
      return path === id || !isComponent(path) ? null : readFile(path, 'utf8')
    },
    transform: {
      order: 'pre',
      handler(code, id) {
        const path = pathOf(withoutQuery(id))
        if (path === withoutQuery(id) || !/[?&]type=style&/.test(id)) return null
        return code.replace(NEAR_URL, (_, before: string, near: string) => before + resolve(dirname(path), near))
      },
    },
  }
}

/** A file that a style references relative to itself. */
const NEAR_URL = /(url\(\s*["']?)(\.{1,2}\/[^"')]+)/g

const isBelow = (folder: string, path: string): boolean => folder !== '' && path.startsWith(folder + sep)
const isRelative = (id: string): boolean => /^\.{1,2}\//.test(id)
const withoutQuery = (id: string): string => id.replace(/\?.*/s, '')

/** Replaces the content of tokens.css with the tokens of this site. */
export const ownStyles = (tokens: string): VitePlugin => ({
  name: 'benchbook:own-styles',
  enforce: 'pre',
  load(id) {
    const [, query] = /[\\/]styles[\\/]tokens\.css(\?raw)?$/.exec(id) ?? [undefined, 'another']
    if (query === 'another') return null
    return query ? `export default ${JSON.stringify(tokens)}` : tokens
  },
})
