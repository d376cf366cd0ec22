// The few parts of PDF 1.4 that a printed sheet needs: A4 pages, the built-in Helvetica fonts, filled boxes.

const PAGE_WIDTH = 595
const PAGE_HEIGHT = 842

/** Advance widths of Helvetica for the characters 32 to 126, in thousandths of the size. */
const HELVETICA = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278,
  278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722,
  667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556,
  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]

export type Font = 'regular' | 'bold'

/** The width of a line of text in points. Bold is a little wider, so this errs on the narrow side by at most a tenth. */
export function widthOf(text: string, size: number): number {
  const thousandths = Array.from(text, (letter) => HELVETICA[letter.charCodeAt(0) - 32] ?? 556)
  return (thousandths.reduce((sum, width) => sum + width, 0) * size) / 1000
}

/** Breaks text into lines no wider than `width` points. */
export function wrap(text: string, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last} ${word}`, size) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Collects the marks of one page; `y` counts from the top, in points. */
export class Page {
  readonly #marks: string[] = []

  text(x: number, y: number, text: string, size: number, font: Font = 'regular', colour = '0.23 0.2 0.25'): void {
    const escaped = text.replace(/[\\()]/g, '\\$&')
    this.#marks.push(`BT /${font === 'bold' ? 'B' : 'R'} ${size} Tf ${colour} rg ${x} ${PAGE_HEIGHT - y} Td (${escaped}) Tj ET`)
  }

  box(x: number, y: number, width: number, height: number, colour: string): void {
    this.#marks.push(`${colour} rg ${x} ${PAGE_HEIGHT - y - height} ${width} ${height} re f`)
  }

  toString(): string {
    return this.#marks.join('\n')
  }
}

/** A whole PDF file. The text may use the characters of Latin-1. */
export function pdf(title: string, pages: readonly Page[]): Uint8Array {
  const kids = pages.map((_, index) => `${6 + index * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title (${title}) /Author (The Mendery) >>`,
    ...pages.flatMap((page, index) => {
      const marks = page.toString()
      const fonts = '/Resources << /Font << /R 3 0 R /B 4 0 R >> >>'
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}] ${fonts} /Contents ${7 + index * 2} 0 R >>`,
        `<< /Length ${marks.length} >>\nstream\n${marks}\nendstream`,
      ]
    }),
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(`${body}xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}${trailer}`, 'latin1')
}
