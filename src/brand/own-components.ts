import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { ViteUserConfig } from 'astro'
import { id as idLike, importerId, include, or } from 'rolldown/filter'
import { sentence, unusable } from '../errors.ts'

export type VitePlugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>

/** How components of one's own name the project's: `benchbook/components/Licence.astro`, in whichever folder it lies. */
const OURS = 'benchbook/'
/** Astro finds the styles and scripts of a component again only below the folder of the project, so there its address is. */
export const MOUNT = 'components/own'

/** The project's components: where each lies, by the name of its file. */
export async function projectComponents(source: string): Promise<Map<string, string>> {
  const files = await readdir(join(source, 'components'), { recursive: true })
  return new Map(files.filter(isComponent).map((file) => [basename(file), join(source, 'components', file)]))
}

/**
 * The components that a folder replaces: `.astro` files at its top, each named as one of the project's; '' for none. Throws a {@link UsageError}
 * for a name that replaces nothing: parts of one's own lie in folders below.
 */
export async function replacedComponents(folder: string, project: ReadonlyMap<string, string>): Promise<Set<string>> {
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
 * Puts the components of `folder` in the place of the project's of the same name, which lie below `source`. Such a component may import files of the project
 * as `benchbook/…`; the one that it replaces too, which it then gets as it was.
 */
export function ownComponents(
  folder: string,
  source: string,
  project: ReadonlyMap<string, string>,
  replaced: ReadonlySet<string>,
): VitePlugin {
  const mount = join(source, MOUNT)
  const addressOf = (path: string): string => (isBelow(folder, path) && isComponent(path) ? join(mount, relative(folder, path)) : path)
  const pathOf = (address: string): string => (isBelow(mount, address) ? join(folder, relative(mount, address)) : address)
  const ours = (path: string): string => (dirname(path) === 'components' && project.get(basename(path))) || join(source, path)
  const belowMount = startsWith(mount)
  // The bundler asks each plugin for each of some thousand imports, unless a filter says which: to ask takes longer than to answer.
  // Vite hands this one on, though its types do not say so.
  const asked: object = [
    include(or(importerId(belowMount), importerId(startsWith(folder)), idLike(/^benchbook\//), idLike(/^\.{1,2}\/.*\.astro$/))),
  ]
  return {
    name: 'benchbook:own-components',
    enforce: 'pre',
    // For faults in them, and only where there are any: a browser gets none.
    configEnvironment: (name) => (replaced.size > 0 && name !== 'client' ? { build: { sourcemap: 'inline' } } : null),
    resolveId: {
      filter: asked,
      async handler(id, importer, options) {
        if (!importer || id.includes('?astro')) return null
        const from = pathOf(withoutQuery(importer))
        const target = id.startsWith(OURS) ? ours(id.slice(OURS.length)) : isRelative(id) ? resolve(dirname(from), id) : undefined
        const own =
          target && replaced.has(basename(target)) && project.get(basename(target)) === target ? join(folder, basename(target)) : undefined
        if (own && own !== from) return addressOf(own)
        const isOurs = target !== undefined && id.startsWith(OURS)
        if (target && isBelow(folder, from) && (isOurs || isComponent(target)) && !existsSync(withoutQuery(target)))
          throw new Error(`Could not resolve '${id}' in ${importer}`)
        if (isOurs) return target
        if (!isBelow(folder, from) || /^[\\0/]/.test(id)) return null
        if (target && isComponent(target)) return addressOf(target)
        // Packages of the project are found from the project.
        return this.resolve(target ?? id, join(source, 'build.ts'), { ...options, skipSelf: true })
      },
    },
    load: {
      filter: { id: belowMount },
      handler(id) {
        const path = pathOf(id)
        return path === id || !isComponent(path) ? null : readFile(path, 'utf8')
      },
    },
    transform: {
      order: 'pre',
      filter: { id: belowMount },
      handler(code, id) {
        const path = pathOf(withoutQuery(id))
        if (path === withoutQuery(id) || !/[?&]type=style&/.test(id)) return null
        return code.replace(NEAR_URL, (_, before: string, near: string) => before + resolve(dirname(path), near))
      },
    },
  }
}

/** A file that a style names from where it stands. */
const NEAR_URL = /(url\(\s*["']?)(\.{1,2}\/[^"')]+)/g

/** What a path below a folder is like. */
export const startsWith = (folder: string): RegExp => new RegExp(`^${folder.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}[\\\\/]`)
const isBelow = (folder: string, path: string): boolean => folder !== '' && path.startsWith(folder + sep)
const isRelative = (id: string): boolean => /^\.{1,2}\//.test(id)
const withoutQuery = (id: string): string => id.replace(/\?.*/s, '')

/** Gives the pages the tokens of this site in the place of those of tokens.css. */
export function ownStyles(tokens: string): VitePlugin {
  return {
    name: 'benchbook:own-styles',
    enforce: 'pre',
    load: {
      filter: { id: /[\\/]styles[\\/]tokens\.css(?:\?raw)?$/ },
      handler: (id) => (id.endsWith('?raw') ? `export default ${JSON.stringify(tokens)}` : tokens),
    },
  }
}
