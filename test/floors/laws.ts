import ts from 'typescript'
import { codeOf, importsOf, nodesOf, type Source } from './source.ts'
import { OPTIONS } from '../../src/config/options.ts'
import { ARROWS, roomOf } from './table.ts'

/** A law reads the sources and returns a sentence for each violation. */
type Law = (sources: readonly Source[]) => string[]

const isBenchbookError = (path: string): boolean => /^(src|scripts|sample|test)\//.test(path)
const isCode = (path: string): boolean => /\.(ts|mjs|astro)$/.test(path)

/** Imports follow the table. */
export const arrows: Law = (sources) =>
  sources.flatMap((source) => {
    const room = roomOf(source.path)
    const allowed = ARROWS[room]
    if (!allowed) return [`${source.path} is in the room "${room}", which is not in the table`]
    return importsOf(source)
      .filter((target) => isBenchbookError(target) && isCode(target) && roomOf(target) !== room)
      .filter((target) => !allowed.includes(roomOf(target)) && !allowed.includes(target.replace(/^src\//, '')))
      .map((target) => `${source.path} imports ${target}: "${room}" may import ${allowed.join(', ') || 'no room'}`)
  })

/** Whether a room uses what the table lets it import depends on all its files. */
export const permissions: Law = (sources) => {
  const used = new Set(
    sources.flatMap((source) =>
      importsOf(source).flatMap((target) => [roomOf(target), target.replace(/^src\//, '')].map((to) => `${roomOf(source.path)} → ${to}`)),
    ),
  )
  const rooms = new Set(sources.map(({ path }) => roomOf(path)))
  return Object.entries(ARROWS)
    .filter(([room]) => rooms.has(room))
    .flatMap(([room, targets]) =>
      targets.filter((target) => !used.has(`${room} → ${target}`)).map((target) => `no file of "${room}" imports ${target}`),
    )
}

/** No file imports itself indirectly. */
export const circles: Law = (sources) => {
  const edges = new Map(sources.map((source) => [source.path, importsOf(source)]))
  const isInCircle = (path: string): boolean => {
    const met = new Set(edges.get(path))
    for (const one of met) for (const next of edges.get(one) ?? []) met.add(next)
    return met.has(path)
  }
  return [...edges.keys()].filter(isInCircle).map((path) => `${path} imports itself by way of others`)
}

/** Only these files import these packages. */
export const packages: Law = (sources) => {
  const homes: [string, RegExp][] = [
    ['undici', /^(src\/fetch\/|scripts\/bench\/crawl-once\.ts$)/],
    ['pagefind', /^(src\/search\/index\/segment|scripts\/bench\/search\/stock)\.ts$/],
    ['sanitize-html', /^src\/render\//],
    ['opencc-js', /^src\/search\/index\//],
    ['marked', /^src\/render\//],
    ['commander', /^(src\/cli|scripts)\//],
  ]
  return sources.flatMap((source) =>
    importsOf(source).flatMap((target) => {
      const home = homes.find(([name]) => target === name || target.startsWith(`${name}/`))
      return home && !home[1].test(source.path) ? [`${source.path} imports ${target}, whose home is ${home[1].source}`] : []
    }),
  )
}

/**
 * Only config.ts reads the environment, except variables common to all programs. Others may write what `toEnvironment` returns:
 * `Object.assign(process.env, …)`.
 */
export const environment: Law = finds(
  (node) => (/^process\s*\.\s*env$/.test(node.getText()) && !isWrittenTo(node)) || importsName(node, 'env'),
  'reads process.env',
  ['src/config.ts', 'src/fetch/proxy.ts'],
)

/** The logic does not use the terminal: only the command line prints and ends the process. The search client's console is the browser's. */
export const terminal: Law = (sources) =>
  finds(
    (node) => /^(console|process\.(stdout|stderr|stdin|exit|exitCode))$/.test(node.getText()),
    'uses the terminal',
  )(sources.filter(({ path }) => /^src\/(?!cli\/)/.test(path) && path !== 'src/search/page/client.ts'))

/** Users of src/ as a library or of a configuration file have no flags: messages name options as in the configuration. */
export const flags: Law = (sources) =>
  finds(
    (node) => /(?<![\w-]|var\()--[a-z]|BENCHBOOK_[A-Z]/.test(textOf(node).replaceAll(FLAGS_OF_OTHERS, '')) || importsFlags(node),
    'names a flag',
  )(sources.filter(isOfMessages))

/** A name in backticks in a message, `maxRecords`, is an option. So is the one in an error's facts: `{ option: 'maxRecords' }`. */
export const options: Law = (sources) =>
  finds((node) => optionsIn(node).some((name) => !Object.hasOwn(OPTIONS, name)), 'names no option')(sources.filter(isOfMessages))

/** Whatever starts a process, server, worker or watcher handles its errors: an unhandled `error` event ends the process. */
export const owners: Law = (sources) =>
  sources
    .filter(
      ({ path, text }) =>
        path.startsWith('src/') &&
        /\bfork\(|\bspawn\(|\bcreateServer\(|\bnew Worker\(|from 'chokidar'/.test(text) &&
        !HEARS_ERRORS.test(text),
    )
    .map(({ path }) => `${path} starts something without handling its errors`)

const HEARS_ERRORS = /\.(on|addEventListener)\('error'|\bonce\(\w+, 'error'/

/** A message without a callback, sent to a process that may be gone, ends the sender. */
export const messages: Law = (sources) =>
  finds(
    (node) =>
      ts.isCallExpression(node) &&
      /^(process|child|this\.#process)(\?\.|\.)send(\?\.)?$/.test(node.expression.getText()) &&
      node.arguments.length < 2,
    'sends without a callback',
  )(sources.filter(({ path }) => path.startsWith('src/')))

/** HTML becomes trusted in one file. */
export const trust: Law = finds((node) => ts.isAsExpression(node) && node.type.getText() === 'Html', 'makes Html', [
  'src/render/to-html.ts',
])

/** Astro bundles views: a path made from their own location would point into a build folder. */
export const place: Law = (sources) =>
  finds(
    (node) => /^import\.meta\.(url|dirname|filename)$/.test(node.getText()),
    'uses its own location',
  )(sources.filter(({ path }) => path.startsWith('src/views/')))

/**
 * A page depends on its site only, which is tracked: not on the clock, randomness, other files, or state left by an earlier page. What
 * these files keep is the site itself, belongs to one site (each page has its own), is read within a query, or is the same for any site.
 */
export const hiddenInputs: Law = (sources) =>
  finds((node) => isHiddenInput(node), 'is an untracked input of pages', [
    'src/views/site/site.ts',
    'src/views/site/formats.ts',
    'src/views/site/sitemap.ts',
    'src/views/catalog/card.ts',
    'src/views/tag/tag.ts',
    'src/views/feeds/feed.ts',
    'src/views/item/tools.ts',
    'src/views/guide/steps.ts',
    'src/views/guide/related.ts',
    'src/views/guide/guide-history.ts',
    'src/views/guide/picture-facts.ts',
    'src/views/wiki/wiki-comments.ts',
    'src/views/people/comments.ts',
    'src/views/own/own-words.ts',
    'src/views/own/own-pages.ts',
    'src/views/trace/tracked-site.ts',
  ])(sources.filter(({ path }) => /^src\/(views|render)\//.test(path)))

function isHiddenInput(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return /^.node:(fs|os|child_process)\b/.test(node.moduleSpecifier.getText())
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date') return !node.arguments?.length
  if (ts.isPropertyAccessExpression(node)) return /^(Date\.now|Math\.random|performance\.now)$/.test(node.getText())
  if (!ts.isVariableStatement(node) || !ts.isSourceFile(node.parent)) return false
  const isMemory = ({ initializer, type }: ts.VariableDeclaration) =>
    !type?.getText().startsWith('Readonly') && /^(new (Weak)?(Map|Set)(<.*>)?\(\)$|onceFor\()/s.test(initializer?.getText() ?? '')
  return (node.declarationList.flags & ts.NodeFlags.Let) !== 0 || node.declarationList.declarations.some(isMemory)
}

/** Only cache/ knows the layout of a cache's folder. Programs that make caches for measuring or drawing are not part of the product. */
export const cachePaths: Law = (sources) =>
  finds(
    (node) => importsPath(node) || joinsCache(node),
    'makes a path in a cache, which only src/cache does',
  )(sources.filter(({ path }) => path.startsWith('src/') && !path.startsWith('src/cache/')))

/** The format of Pagefind's files is described in one folder: it is not guaranteed, and changes with a version. */
export const pagefindFiles: Law = (sources) =>
  sources
    .filter(
      ({ path, text }) => /^src\/search\/(?!pagefind\/)/.test(path) && /\bpf_(meta|index|filter)\b|pagefind_dcd|\/cbor\.ts'/.test(text),
    )
    .map(({ path }) => `${path} reads a file of Pagefind's, which only src/search/pagefind does`)

/** A comment names files and links to symbols that exist. */
export const references: Law = (sources) => {
  const symbols = new Set(sources.flatMap((source) => nodesOf(codeOf(source)).flatMap((node) => (ts.isIdentifier(node) ? node.text : []))))
  const isFile = (name: string): boolean => /^(test|benchbook)\//.test(name) || sources.some(({ path }) => `/${path}`.endsWith(`/${name}`))
  return sources.flatMap(({ path, text }) => {
    const comments = Array.from(text.matchAll(/\/\*\*.*?\*\/|^\s*\/\/ .*$/gms), ([comment]) => comment).join('\n')
    const files = comments.match(/(?<![\w.*/-])(?:[\w-]+\/)*[\w[\]-]+\.(?:ts|astro|mjs)\b/g) ?? []
    const links = Array.from(comments.matchAll(/\{@link (\w+)/g), ([, name = '']) => name)
    const missing = [...files.filter((name) => !isFile(name)), ...links.filter((name) => !symbols.has(name))]
    return missing.map((name) => `${path} mentions ${name}, which does not exist`)
  })
}

function finds(wrong: (node: ts.Node) => boolean, what: string, allowed: readonly string[] = []): Law {
  return (sources) =>
    sources.flatMap((source) => {
      if (allowed.includes(source.path)) return []
      const code = codeOf(source)
      return nodesOf(code)
        .filter((node) => !ts.isSourceFile(node) && wrong(node))
        .slice(0, 1)
        .map((node) => `${source.path}:${code.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${what}: ${node.getText()}`)
    })
}

const isOfMessages = ({ path }: Source): boolean => path.startsWith('src/') && !['config', 'cli'].includes(roomOf(path))

/** Flags of Node and npm. */
const FLAGS_OF_OTHERS = /--(max-old-space-size=|input-type=module|eval$|omit=dev)/g

/** The text of a string, or of a part of one between its values; '' for other nodes. */
const textOf = (node: ts.Node): string =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node) ? node.text : ''

function importsFlags(node: ts.Node): boolean {
  if (!ts.isImportDeclaration(node) || !node.moduleSpecifier.getText().endsWith("/config.ts'")) return false
  return /\b(flagOf|variableOf)\b/.test(node.importClause?.getText() ?? '')
}

function optionsIn(node: ts.Node): string[] {
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'option')
    return nodesOf(node.initializer).flatMap((part) => textOf(part) || [])
  return Array.from(textOf(node).matchAll(/`(\w+)`/g), ([, name = '']) => name)
}

function importsName(node: ts.Node, name: string): boolean {
  return ts.isImportDeclaration(node) && node.moduleSpecifier.getText().slice(1, -1) === 'node:process' && node.getText().includes(name)
}

/** What cache/ exports of its paths: `recordPath`, `PENDING_FOLDER`, `CHECKED_PATH` … */
function importsPath(node: ts.Node): boolean {
  if (!ts.isImportDeclaration(node) || !/\/cache\/[\w/-]+\.ts'$/.test(node.moduleSpecifier.getText())) return false
  return /\b(\w+_(PATH|FOLDER)|(r|\w+R)ecordPath|listPath|mediaPath|mediaFolder)\b/.test(node.importClause?.getText() ?? '')
}

/** `join(config.cache, …)`, `resolve(cache, …)`, and a text that begins like this. */
function joinsCache(node: ts.Node): boolean {
  if (ts.isTemplateExpression(node))
    return node.head.text === '' && /^\/[\w.]/.test(node.templateSpans[0]?.literal.text ?? '') && isCache(node.templateSpans[0]?.expression)
  return (
    ts.isCallExpression(node) &&
    /(^|\.)(join|resolve)$/.test(node.expression.getText()) &&
    node.arguments.length > 1 &&
    isCache(node.arguments[0])
  )
}

const isCache = (node: ts.Node | undefined): boolean => /(^|\.)(cache|cacheFolder)$/.test(node?.getText() ?? '')

function isWrittenTo(node: ts.Node): boolean {
  const call = node.parent
  return ts.isCallExpression(call) && call.expression.getText() === 'Object.assign' && call.arguments[0] === node
}
