import nodeModule from 'node:module' // An old Node has no findPackageJSON to import.
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../installation.ts'
import { ASTRO } from './page-program.ts'

/**
 * Links the packages that a compiled program may import into its folder, where they are resolved: our dependencies and Astro's. They need
 * not be in one folder, for example if another project needs another version. If several `owners` depend on a package, the last one's is
 * linked.
 */
export function linkPackages(folder: string, owners: readonly string[] = [ASTRO, ROOT]): void {
  const places = new Map(owners.flatMap((owner) => [...packagesOf(owner)]))
  for (const [name, place] of places) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(place, link, 'junction')
  }
}

/** The folders of a package's dependencies, by name; optional ones may be missing. */
function packagesOf(owner: string): Map<string, string> {
  const manifest = join(owner, 'package.json')
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies?: Record<string, string> }
  const found = Object.keys(dependencies).flatMap((name): [string, string][] => {
    const place = placeOf(name, pathToFileURL(manifest))
    return place === undefined ? [] : [[name, place]]
  })
  return new Map(found)
}

function placeOf(name: string, from: URL): string | undefined {
  const manifest = nodeModule.findPackageJSON(name, from)
  return manifest === undefined ? undefined : dirname(manifest)
}
