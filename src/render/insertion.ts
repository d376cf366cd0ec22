import type { MarkupWriter } from './markup-writer.ts'

const among = (names: string) => {
  const set = new Set(names.split(' '))
  return (name: string): boolean => set.has(name)
}

export const isBlock = among(
  'blockquote caption dd details div dl dt figcaption figure h2 h3 h4 h5 h6 hr li ol p pre summary table tbody td tfoot th thead tr ul',
)
/** Blocks that may contain running text only. */
export const isLine = among('h2 h3 h4 h5 h6 pre summary caption')
const isHeading = among('h2 h3 h4 h5 h6')
const isTablePart = among('thead tbody tfoot tr td th')
const isTable = among('table')
const isSection = among('thead tbody tfoot')
const isRow = among('tr')

/** The first child of elements that contain certain blocks and no text. */
const FIRST: Readonly<Record<string, string>> = {
  ul: 'li',
  ol: 'li',
  dl: 'dd',
  table: 'tbody',
  thead: 'tr',
  tbody: 'tr',
  tfoot: 'tr',
  tr: 'td',
}
export const isFrame = (name: string): boolean => name in FIRST

/** Opens the missing parents of a text: an item of its list, a cell of its table. */
export function fillFrame(written: MarkupWriter): void {
  for (let first = FIRST[written.parent]; first; first = FIRST[first]) written.imply(first)
}

/** Blocks that are written as `div` outside of these parents, or after other content; `implied` is an open item that they end. */
const PARENTS: Readonly<Record<string, { of: readonly string[]; implied?: string; isFirst?: boolean }>> = {
  li: { of: ['ul', 'ol'], implied: 'li' },
  dt: { of: ['dl'], implied: 'dd' },
  dd: { of: ['dl'], implied: 'dd' },
  figcaption: { of: ['figure'] },
  caption: { of: ['table'], isFirst: true },
  summary: { of: ['details'], isFirst: true },
}

/**
 * Makes room for a block before the tag `next`, and returns its element: `div` for an item without a list, '' for a row without a table.
 */
export function placeFor(name: string, next: string, written: MarkupWriter): string {
  if (isTablePart(name)) return inTable(name, written)
  if (isHeading(name) && (written.parent === 'th' || written.parent === 'dt')) return ''
  const parents = PARENTS[name]
  if (parents?.implied) written.closeImplied(parents.implied)
  if (parents?.of.includes(written.parent) && (!parents.isFirst || written.isParentEmpty)) return name
  fillFrame(written)
  return parents || (name === 'details' && !next.startsWith('<summary')) ? 'div' : name
}

function inTable(name: string, written: MarkupWriter): string {
  const table = written.depthOf(isTable)
  if (table === 0) return name === 'td' || name === 'th' ? 'div' : ''
  if (isSection(name)) {
    written.closeTo(table)
    return name
  }
  const row = written.depthOf(isRow)
  if (name !== 'tr' && row > table) {
    written.closeTo(row)
    return name
  }
  const section = written.depthOf(isSection)
  written.closeTo(Math.max(table, section))
  if (section < table) written.imply('tbody')
  if (name !== 'tr') written.imply('tr')
  return name
}
