import { Page, widthOf, wrap } from './pdf.ts'

const LEFT = 56
const WIDTH = 483
const ACCENT = '0.29 0.6 0.58'
const STRIPE = '0.96 0.93 0.87'

/** One piece of a printed sheet. A table's `columns` are widths in points, its first row the heading. */
export type Block =
  { kind: 'heading' | 'text' | 'item'; text: string } | { kind: 'table'; columns: readonly number[]; rows: readonly (readonly string[])[] }

/** Lays out one page under the workshop's head; returns it with the height that is used, in points. */
export function layOut(title: string, blocks: readonly Block[], foot: string): Page {
  const page = new Page()
  page.box(0, 0, 595, 76, ACCENT)
  page.text(LEFT, 48, title, 24, 'bold', '1 1 1')
  page.text(539 - widthOf('The Mendery', 11), 48, 'The Mendery', 11, 'regular', '1 1 1')
  let y = 104
  for (const block of blocks) y = place(page, block, y)
  page.text(LEFT, 812, foot, 8.5, 'regular', '0.45 0.42 0.47')
  return page
}

function place(page: Page, block: Block, top: number): number {
  if (block.kind === 'table') return placeTable(page, block, top)
  if (block.kind === 'heading') {
    page.text(LEFT, top + 20, block.text, 14, 'bold', ACCENT)
    return top + 32
  }
  const indent = block.kind === 'item' ? 16 : 0
  if (indent) page.box(LEFT + 2, top + 5, 5, 5, ACCENT)
  const lines = wrap(block.text, 10.5, WIDTH - indent)
  lines.forEach((line, index) => page.text(LEFT + indent, top + 11 + index * 15, line, 10.5))
  return top + lines.length * 15 + 6
}

function placeTable(page: Page, { columns, rows }: Extract<Block, { kind: 'table' }>, top: number): number {
  let y = top
  for (const [index, row] of rows.entries()) {
    const cells = row.map((cell, column) => wrap(cell, 9.5, (columns[column] ?? 80) - 10))
    const height = Math.max(...cells.map((lines) => lines.length)) * 12 + 7
    if (index % 2 === 0) page.box(LEFT - 6, y, WIDTH + 12, height, STRIPE)
    let x = LEFT
    for (const [column, lines] of cells.entries()) {
      lines.forEach((line, number) => page.text(x, y + 13 + number * 12, line, 9.5, index === 0 || column === 0 ? 'bold' : 'regular'))
      x += columns[column] ?? 80
    }
    y += height
  }
  return y + 10
}
