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
const isHeaded = among('th dt')
const isList = among('ul ol')
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

/**
 * Makes room for a block before the tag `next`, and returns its element: `div` for an item without a list, '' for a row without a table.
 */
export function placeFor(name: string, next: string, written: MarkupWriter): string {
  switch (name) {
    case 'li':
      written.closeImplied('li')
      return isList(written.parent) ? name : asBlock(written)
    case 'dt':
    case 'dd':
      written.closeImplied('dd')
      return written.parent === 'dl' ? name : asBlock(written)
    case 'figcaption':
      return written.parent === 'figure' ? name : asBlock(written)
    case 'caption':
      return written.parent === 'table' && written.isParentEmpty ? name : asBlock(written)
    case 'summary':
      return written.parent === 'details' && written.isParentEmpty ? name : asBlock(written)
    case 'details':
      return next.startsWith('<summary') ? asBlock(written, name) : asBlock(written)
    case 'thead':
    case 'tbody':
    case 'tfoot':
    case 'tr':
    case 'td':
    case 'th':
      return inTable(name, written)
    default:
      return isHeading(name) && isHeaded(written.parent) ? '' : asBlock(written, name)
  }
}

function asBlock(written: MarkupWriter, name = 'div'): string {
  fillFrame(written)
  return name
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
