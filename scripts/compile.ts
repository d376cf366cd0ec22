import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../src/installation.ts'
import { withOptionDocs } from './docs/options.ts'

/** Compiles the program into lib/, which replaces the sources in a package: Node strips no types below node_modules. */
const host: ts.ParseConfigFileHost = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (fault) => fail([fault]) }
const { options, fileNames } = ts.getParsedCommandLineOfConfigFile(join(ROOT, 'tsconfig.package.json'), {}, host) ?? fail()
const program = ts.createProgram(fileNames, options)
const made = new Map<string, string>()
const { diagnostics } = program.emit(undefined, (path, text) => made.set(path, path.endsWith('.d.ts') ? withOptionDocs(text) : text))
const faults = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
if (faults.length > 0) fail(faults)
const declared = declarationsFrom(join(ROOT, 'lib/src/library/library.d.ts'))
for (const path of made.keys()) if (path.endsWith('.d.ts') && !declared.has(path)) made.delete(path)

await rm(join(ROOT, 'lib'), { recursive: true, force: true })
for (const [path, text] of made) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
console.log(`Compiled ${made.size} files into lib/.`)

function fail(faults: readonly ts.Diagnostic[] = []): never {
  const names = { getCanonicalFileName: (name: string) => name, getCurrentDirectory: () => ROOT, getNewLine: () => '\n' }
  throw new Error(`The program does not compile.\n${ts.formatDiagnostics(faults, names)}`)
}

/** A declaration file and all of ours that it imports: the types that users of the package see. */
function declarationsFrom(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen
  seen.add(entry)
  for (const { fileName } of ts.preProcessFile(made.get(entry) ?? '').importedFiles)
    if (fileName.startsWith('.')) declarationsFrom(resolve(dirname(entry), fileName.replace(/\.ts$/, '.d.ts')), seen)
  return seen
}
