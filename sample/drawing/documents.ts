import { guidOf } from './address.ts'
import { pdf } from './pdf.ts'
import { STITCH_CHART, SAFETY_SHEET, TORQUE_TABLE } from './sheet-texts.ts'
import { layOut } from './sheets.ts'
import type { Block } from './sheets.ts'

/** A sheet of the workshop, to be printed. */
interface Sheet {
  documentid: number
  title: string
  filename: string
  pages: readonly (readonly Block[])[]
}

const SHEETS: readonly Sheet[] = [
  { documentid: 11, title: 'Bench safety sheet', filename: 'Bench-safety-sheet.pdf', pages: SAFETY_SHEET },
  { documentid: 12, title: 'Torque table for bicycles', filename: 'Torque-table-for-bicycles.pdf', pages: TORQUE_TABLE },
  { documentid: 13, title: 'Stitch chart', filename: 'Stitch-chart.pdf', pages: STITCH_CHART },
]

/** Every document: its record as a wiki lists it (section 2.5) and its bytes. */
export function documents() {
  return SHEETS.map(({ documentid, title, filename, pages }) => {
    const bytes = pdf(
      title,
      pages.map((blocks, index) => layOut(title, blocks, `${title}, page ${index + 1} of ${pages.length}. Copy it, print it, hang it up.`)),
    )
    const guid = guidOf(filename)
    const url = `https://docs.mendery.example/d/${guid}/${filename}`
    const record = {
      documentid,
      guid,
      filename,
      title,
      pages: pages.length,
      size: bytes.length,
      url,
      download_url: url,
      document_extension: 'pdf',
    }
    return { record, bytes }
  })
}
