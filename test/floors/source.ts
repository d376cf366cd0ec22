import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'

/** One source file: its path from the root with slashes, and its text. */
export interface Source {
  path: string
  text: string
}

/** All code of the product: src, scripts, the drawing of the sample, and the configuration of Astro. */
export function readSources(root: string): Source[] {
  const names = ['src', 'scripts', 'sample/drawing'].flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  const config = readdirSync(root).filter((name) => name.startsWith('astro.config.'))
  return [...config, ...names.filter((name) => /\.(ts|mjs|astro)$/.test(name)).sort()].map((path) => ({
    path,
    text: readFileSync(`${root}/${path}`, 'utf8'),
  }))
}

const parsed = new WeakMap<Source, ts.SourceFile>()

/** The TypeScript of a file; of an .astro file, its frontmatter and its scripts. */
export function codeOf(source: Source): ts.SourceFile {
  const code = parsed.get(source) ?? parseCode(source)
  parsed.set(source, code)
  return code
}

function parseCode({ path, text }: Source): ts.SourceFile {
  const parts = path.endsWith('.astro')
    ? [
        /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '',
        ...[...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code),
      ]
    : [text]
  return ts.createSourceFile(path, parts.join('\n'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
}

const walked = new WeakMap<ts.Node, readonly ts.Node[]>()

/** Every node of a file, or of a part of it, depth first. Used by ten laws. */
export function nodesOf(node: ts.Node): readonly ts.Node[] {
  const known = walked.get(node)
  if (known) return known
  const nodes: ts.Node[] = []
  const visit = (one: ts.Node): void => {
    nodes.push(one)
    ts.forEachChild(one, visit)
  }
  visit(node)
  if (ts.isSourceFile(node)) walked.set(node, nodes)
  return nodes
}

const imported = new WeakMap<Source, string[]>()

/** The imports of a file, including types and dynamic imports: paths from the root for our own, others as written. */
export function importsOf(source: Source): string[] {
  const known = imported.get(source) ?? readImports(source)
  imported.set(source, known)
  return known
}

function readImports(source: Source): string[] {
  const { importedFiles } = ts.preProcessFile(codeOf(source).text, true, true)
  return importedFiles.map(({ fileName }) =>
    fileName.startsWith('.') ? posix.join(posix.dirname(source.path), fileName.replace(/\?.*$/, '')) : fileName,
  )
}
