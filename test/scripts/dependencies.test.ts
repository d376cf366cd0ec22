import { exec, execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import carried from '../../scripts/carried-node/package.json' with { type: 'json' }
import about from '../../package.json' with { type: 'json' }
import { filesBelow } from '../../src/disk/files-below.ts'
import { dependenciesPage, lockedPackages, type Package } from '../../scripts/docs/dependencies-page.ts'
import { libraryPage } from '../../scripts/docs/library-page.ts'
import { copyOfCheckout } from '../package/copy-of-checkout.ts'
import { SWEEP } from '../sweep.ts'

const root = resolve(import.meta.dirname, '../..')

/** Licences that let anyone use, change and redistribute. Any other must be a decision, not an accident. */
const ALLOWED = new Set([
  '(MIT AND Zlib)',
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT AND Apache-2.0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
])
/** Copyleft limited to its own files or library: these, and no other. */
const COPYLEFT = /^(?:@img\/sharp|@resvg\/resvg-wasm|lightningcss|axe-core)/
const INSTALL_SCRIPTS = ['esbuild', 'msgpackr-extract']

/** Packages that must not come in unnoticed: one sentence each. */
function faultsOf(packages: readonly Package[]): string[] {
  return packages.flatMap(({ name, version, licence, hasInstallScript, resolved, integrity }) => {
    const is = `${name} ${version}`
    return [
      ...(ALLOWED.has(licence) ? [] : [`${is} has the licence ${licence || '(none)'}`]),
      ...(/GPL|MPL/.test(licence) && !COPYLEFT.test(name) ? [`${is} is copyleft: ${licence}`] : []),
      ...(hasInstallScript && !INSTALL_SCRIPTS.includes(name) ? [`${is} runs a script when it is installed`] : []),
      ...((resolved === '' || resolved.startsWith(`https://registry.npmjs.org/${name}/-/`)) && integrity.startsWith('sha512-')
        ? []
        : [`${is} comes from ${resolved || 'nowhere'}, or without its hash`]),
    ]
  })
}

test('every version that package.json names is exact', () => {
  const { [carried.name]: folder, ...development } = about.devDependencies as Record<string, string>
  expect(folder).toBe('file:scripts/carried-node')
  const named = { ...about.dependencies, ...development, ...carried.optionalDependencies }
  expect(Object.entries(named).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
})

test('every action in our workflows is pinned to a commit, and none has more rights than needed by default', () => {
  const files = [...readdirSync(resolve(root, '.github/workflows')).map((name) => `.github/workflows/${name}`), 'action.yml']
  for (const file of files) {
    const text = readFileSync(resolve(root, file), 'utf8')
    const used = Array.from(text.matchAll(/uses: (.*)/g), ([, action = '']) => action)
    const unpinned = used.filter((action) => !/^[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action))
    expect(unpinned, file).toEqual([])
    if (file !== 'action.yml') expect(text, file).toMatch(/^permissions:(?: \{\}|\n {2}contents: read)$/m)
  }
})

test('no package has an unapproved licence or install script, or comes from elsewhere', () => {
  expect(faultsOf(lockedPackages())).toEqual([])
})

test('docs/dependencies.md is what `npm run docs` writes, with every licence and all native code', () => {
  const page = readFileSync(resolve(root, 'docs/dependencies.md'), 'utf8')
  expect(page).toBe(dependenciesPage())
  for (const family of ['@img/sharp', '@pagefind', '@sparticuz/chromium', 'node']) expect(page).toContain(`\n| \`${family}\` | `)
})

/** A bill of materials in CycloneDX 1.5. */
interface Bill {
  bomFormat: string
  specVersion: string
  metadata: { component: { 'bom-ref': string; name: string } }
  components: { 'bom-ref': string; name: string; purl?: string; licenses?: unknown[]; hashes?: unknown[] }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

test('every installed package with machine code is listed as such', async () => {
  const listed = new Set(lockedPackages().flatMap(({ name, isNative, hasInstallScript }) => (isNative || hasInstallScript ? name : [])))
  const found = new Set<string>()
  for await (const file of filesBelow(resolve(root, 'node_modules'))) {
    const [, name = ''] = /^(?:.*\/node_modules\/)?((?:@[^/]+\/)?[^/.][^/]*)\//.exec(file) ?? []
    if (name && !file.startsWith('.') && (LIBRARY.test(file) || (PROGRAM.test(file) && isMachineCode(file)))) found.add(name)
  }
  expect([...found].filter((name) => !listed.has(name))).toEqual([])
  expect(found.size).toBeGreaterThan(3)
})

const LIBRARY = /\.(?:node|dylib|dll|exe|so(?:\.\d+)*)$/
const PROGRAM = /\/bin\/[^/.]+$/

/** ELF, Mach-O, or the Windows format. */
function isMachineCode(file: string): boolean {
  const start = readFileSync(resolve(root, 'node_modules', file)).toString('latin1', 0, 4)
  return start === '\x7fELF' || start.startsWith('MZ') || ['\xcf\xfa\xed\xfe', '\xca\xfe\xba\xbe'].includes(start)
}

if (SWEEP)
  test('the bill of materials contains what users get, in CycloneDX, the same each time; npm packs it', async () => {
    const copy = copyOfCheckout()
    const write = async () => {
      await promisify(execFile)(process.execPath, ['scripts/sbom.ts'], { cwd: copy })
      return readFileSync(resolve(copy, 'sbom.cdx.json'), 'utf8')
    }
    const text = await write()
    const bill = JSON.parse(text) as Bill
    expect([bill.bomFormat, bill.specVersion, bill.metadata.component.name]).toEqual(['CycloneDX', '1.5', about.name])
    expect(bill.components.filter((one) => !one.purl || !one.licenses?.length || !one.hashes?.length).map(({ name }) => name)).toEqual([])
    const refs = [bill.metadata.component, ...bill.components].map((component) => component['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    expect(bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.includes(ref))).toEqual([])
    const names = bill.components.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(Object.keys(about.dependencies)))
    expect(names).not.toContain('vitest')
    expect(await write()).toBe(text)
    const { stdout } = await promisify(exec)('npm pack --dry-run --json --ignore-scripts', { cwd: copy, maxBuffer: 100_000_000 })
    const [packed] = JSON.parse(stdout) as [{ files: { path: string }[] }]
    // What else is packed: package.test.ts.
    expect(packed.files.map(({ path }) => path)).toContain('sbom.cdx.json')
    rmSync(copy, { recursive: true })
  })

if (SWEEP)
  test('docs/library-api.md is what `npm run docs` writes', async () => {
    expect(readFileSync(resolve(root, 'docs/library-api.md'), 'utf8')).toBe(await libraryPage())
  })
