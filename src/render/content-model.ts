import { MarkupWriter } from './markup-writer.ts'

const among = (names: string) => {
  const set = new Set(names.split(' '))
  return (name: string): boolean => set.has(name)
}

const isBlock = among(
  'blockquote caption dd details div dl dt figcaption figure h2 h3 h4 h5 h6 hr li ol p pre summary table tbody td tfoot th thead tr ul',
)
/** Blocks that may contain running text only. */
const isLine = among('h2 h3 h4 h5 h6 pre summary caption')
const isHeading = among('h2 h3 h4 h5 h6')
const isTablePart = among('thead tbody tfoot tr td th')
const isSection = among('thead tbody tfoot')

/** The first child of elements that contain certain blocks and no text. */
const FIRST: Readonly<Record<string, string>> = {
  ...{ ul: 'li', ol: 'li', dl: 'dd' },
  ...{ table: 'tbody', thead: 'tr', tbody: 'tr', tfoot: 'tr', tr: 'td' },
}
const isFrame = (name: string): boolean => name in FIRST

/** Blocks that are written as `div` outside of these parents, or after other content; `implied` is an open item that they end. */
const PARENTS: Readonly<Record<string, { of: readonly string[]; implied?: string; isFirst?: boolean }>> = {
  li: { of: ['ul', 'ol'], implied: 'li' },
  dt: { of: ['dl'], implied: 'dd' },
  dd: { of: ['dl'], implied: 'dd' },
  figcaption: { of: ['figure'] },
  caption: { of: ['table'], isFirst: true },
  summary: { of: ['details'], isFirst: true },
}

/** An open element of the source. */
interface Source {
  name: string
  tag: string
  /** A block of which only the text is kept. */
  isBare?: boolean
}

const VOID: ReadonlySet<string> = new Set(['br', 'img', 'wbr'])
/** More nested formatting than this is noise. */
const MAX_FORMATTING = 50

/**
 * Sanitized HTML as a tree that all parsers read alike and validators accept: each element is where the content model allows it (WHATWG
 * HTML, 3.2.5), rows and items have parents, and nesting is limited. Formatting and links that a block interrupts continue inside it, and
 * empty links are removed. The input is well-formed, and neither its texts nor its values contain `<` or `>`.
 */
export function nest(html: string): string {
  const tokens = html.split(/(<[^<>]+>)/)
  const open: Source[] = []
  const formatting: Source[] = []
  const written = new MarkupWriter()

  /** Creates a place where text is allowed: in an item or a cell, with the formatting that is open in the source. */
  const beginText = (): void => {
    fillFrame(written)
    for (const source of formatting) {
      if (written.has(source)) continue
      written.open(source.name, source.tag, source)
      // When the tag is written again, its anchor already exists.
      source.tag = source.tag.replace(/ id="[^"]*"/, '')
    }
  }

  /** Closes what may not contain a block; false where only text is allowed. */
  const endText = (): boolean => {
    written.closeWhile((name) => !isBlock(name))
    written.closeWhile((name) => name === 'p')
    return !isLine(written.parent)
  }

  const beginBlock = (source: Source, next: string): void => {
    open.push(source)
    source.isBare = !endText()
    if (source.isBare) return written.write(' ', false)
    const name = placeFor(source.name, next, written)
    if (name) written.open(name, name === source.name ? source.tag : `<${name}>`, source)
  }

  const beginInline = (source: Source): void => {
    open.push(source)
    if (formatting.length < MAX_FORMATTING) formatting.push(source)
    // An anchor matters for its position; all other elements are written once they have content.
    if (source.tag.includes(' id="')) beginText()
  }

  const end = (source: Source | undefined): void => {
    if (!source) return
    if (formatting.at(-1) === source) formatting.pop()
    written.closeSource(source)
    if (source.isBare) written.write(' ', false)
  }

  const writeRule = (tag: string): void => {
    if (!endText()) return
    fillFrame(written)
    written.write(tag)
  }

  const writeVoid = (name: string, tag: string): void => {
    if (name !== 'img' && isFrame(written.parent)) return
    beginText()
    written.write(tag, name === 'img')
  }

  const writeText = (text: string): void => {
    const isContent = /\S/.test(text)
    if (isContent) beginText()
    // Parsers drop the line break at the start of a `pre`.
    written.write(written.parent === 'pre' && written.isParentEmpty ? text.replace(/^\n+/, '') : text, isContent)
  }

  for (const [at, token] of tokens.entries()) {
    if (at % 2 === 0) {
      if (token) writeText(token)
      continue
    }
    const name = /\w+/.exec(token)?.[0] ?? ''
    if (token.startsWith('</')) end(open.pop())
    else if (name === 'hr') writeRule(token)
    else if (VOID.has(name)) writeVoid(name, token)
    else if (isBlock(name)) beginBlock({ name, tag: token }, tokens[at + 1]?.trim() ? '' : (tokens[at + 2] ?? ''))
    else beginInline({ name, tag: token })
  }
  return written.end()
}

/** Headings in order: none is more than one level below the previous one, and the first has the level `start`. */
export function orderHeadings(html: string, start: number): string {
  const above: number[] = []
  return html.replace(/<(\/?)h(\d)/g, (_, slash: string, level: string) => {
    if (!slash) {
      while ((above.at(-1) ?? 0) >= Number(level)) above.pop()
      above.push(Number(level))
    }
    return `<${slash}h${Math.min(6, start + above.length - 1)}`
  })
}

/** Opens the missing parents of a text: an item of its list, a cell of its table. */
function fillFrame(written: MarkupWriter): void {
  for (let first = FIRST[written.parent]; first; first = FIRST[first]) written.imply(first)
}

/**
 * Makes room for a block before the tag `next`, and returns its element: `div` for an item without a list, '' for a row without a table.
 */
function placeFor(name: string, next: string, written: MarkupWriter): string {
  if (isTablePart(name)) return inTable(name, written)
  if (isHeading(name) && (written.parent === 'th' || written.parent === 'dt')) return ''
  const parents = PARENTS[name]
  if (parents?.implied) written.closeImplied(parents.implied)
  if (parents?.of.includes(written.parent) && (!parents.isFirst || written.isParentEmpty)) return name
  fillFrame(written)
  return parents || (name === 'details' && !next.startsWith('<summary')) ? 'div' : name
}

function inTable(name: string, written: MarkupWriter): string {
  const table = written.depthOf((parent) => parent === 'table')
  if (table === 0) return name === 'td' || name === 'th' ? 'div' : ''
  const row = written.depthOf((parent) => parent === 'tr')
  const isInRow = name !== 'tr' && row > table
  if (isSection(name) || isInRow) {
    written.closeTo(isSection(name) ? table : row)
    return name
  }
  const section = written.depthOf(isSection)
  written.closeTo(Math.max(table, section))
  if (section < table) written.imply('tbody')
  if (name !== 'tr') written.imply('tr')
  return name
}
