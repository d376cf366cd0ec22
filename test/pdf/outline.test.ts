import { expect, test } from 'vitest'
import { bookmarksOf, withHeadings } from '../../src/pdf/outline.ts'

const bookmark = (id: number, title: string) => `${id} 0 obj\n<</Title ${title}\n/Dest [2 0 R /XYZ 6 776 0]\n/Parent 1 0 R>>\nendobj\n`

/** A file as Chromium writes it: objects, where each lies, and where that stands. */
function file(...objects: string[]): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object) => {
    const offset = text.length
    text += object
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${objects.length + 1}>>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + end, 'latin1')
}

/** The objects where the table says that they lie. */
function objectsOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  const table = text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1]))
  expect(table).toMatch(/^xref\n/)
  return Array.from(table.matchAll(/^(\d{10}) \d{5} n $/gm), ([, offset]) =>
    text.slice(Number(offset), text.indexOf('endobj', Number(offset))),
  )
}

test('bookmarks get the spaces of the headings, and say each once', () => {
  const before = file(
    bookmark(1, '(Plug& Lead \\(3 A\\))'),
    bookmark(2, '(ConclusionConclusion)'),
    '3 0 obj\n<</Kind /Other>>\nendobj\n',
    bookmark(4, '(Bye Bye)'),
    bookmark(5, '<FEFF00D8006C00650072>'),
    bookmark(6, '(Not a heading)'),
    bookmark(7, '(S\\370borg Lamp)'),
  )
  const after = withHeadings(before, ['Plug &\n  Lead (3 A)', 'Conclusion', 'Bye Bye', 'Bye', 'Ø\u00ADler', 'Søborg  Lamp'])
  const titles = ['Plug & Lead (3 A)', 'Conclusion', 'Bye Bye', 'Ø\u00ADler', 'Not a heading', 'Søborg Lamp']
  expect(bookmarksOf(after)).toEqual(titles)
  expect(objectsOf(after).map((object) => object.split('\n')[0])).toEqual([1, 2, 3, 4, 5, 6, 7].map((id) => `${id} 0 obj`))
  expect(objectsOf(after)[2]).toBe(objectsOf(before)[2])
})

test('a file without such bookmarks, or with another kind of table, stays as it is', () => {
  const plain = file('1 0 obj\n<</Title (Toaster)\n/Creator (Chromium)>>\nendobj\n')
  expect(withHeadings(plain, ['Toast er'])).toBe(plain)
  const packed = Buffer.from(file(bookmark(1, '(PlugLead)')).toString('latin1').replace('xref', '9 0 '), 'latin1')
  expect(withHeadings(packed, ['Plug Lead'])).toBe(packed)
})
