import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { posix, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { codeOf, nodesOf, readSources, type Source } from '../floors/source.ts'

const root = resolve(import.meta.dirname, '../..')
const { dependencies, peerDependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as Record<
  'dependencies' | 'peerDependencies',
  Record<string, string>
>

/**
 * What one file makes Node load or resolve: static or dynamic imports except types, `new URL('./x.ts', import.meta.url)`,
 * `resolve('package')`.
 */
function loadedBy(source: Source): string[] {
  return [...nodesOf(codeOf(source))].flatMap((node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const isType = ts.isImportDeclaration(node) ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword : node.isTypeOnly
      return !isType && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier) ? [node.moduleSpecifier.text] : []
    }
    const [first] = ts.isCallExpression(node) || ts.isNewExpression(node) ? (node.arguments ?? []) : []
    if (!first || !ts.isStringLiteral(first)) return []
    if (ts.isNewExpression(node)) return node.expression.getText() === 'URL' && first.text.startsWith('.') ? [first.text] : []
    if (!ts.isCallExpression(node)) return []
    if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return [first.text]
    return /createRequire\(.*\)\.resolve$/.test(node.expression.getText()) ? [first.text] : []
  })
}

/** Packages by the file that loads them, of all files that the commands load. A build loads what Astro loads. */
function packagesOfCommands(sources: readonly Source[]): Map<string, string> {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const waiting = sources
    .map(({ path }) => path)
    .filter((path) => /^(scripts\/benchbook\.(ts|mjs)|astro\.config\.\w+|src\/pages\/.+)$/.test(path))
  const seen = new Set(waiting)
  const packages = new Map<string, string>()
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const source = byPath.get(path)
    for (const target of source ? loadedBy(source) : []) {
      const own = target.startsWith('.') ? posix.join(posix.dirname(path), target.replace(/\?.*$/, '')) : ''
      if (own && byPath.has(own) && !seen.has(own)) waiting.push(own)
      if (own) seen.add(own)
      else if (!isBuiltin(target) && !/^(astro|virtual):/.test(target)) packages.set(/^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target, path)
    }
  }
  return packages
}

/** A command can do without the packages of peers, and says what to install. */
test('packages loaded by a command are dependencies, also after "npm ci --omit=dev"', () => {
  const packages = packagesOfCommands(readSources(root))
  expect([...packages.keys()]).toEqual(
    expect.arrayContaining(['astro', 'commander', 'undici', 'pagefind', 'playwright-core', '@cf-wasm/photon']),
  )
  const missing = [...packages].filter(([name]) => !(name in dependencies) && !(name in peerDependencies))
  expect(missing.map(([name, path]) => `${path} loads ${name}`)).toEqual([])
})
