/** A bookmark of Chromium's: where its title stands in the file, and what it says. */
interface Bookmark {
  start: number
  end: number
  title: string
}

/** The bookmarks' titles in the order in which a PDF file of Chromium's has them. */
export const bookmarksOf = (pdf: Buffer): string[] => bookmarksIn(pdf.toString('latin1')).map(({ title }) => title)

/**
 * A PDF file of Chromium's whose bookmarks say what the headings do. Chromium drops the space at which a heading wraps, and says a heading twice that it has first set at
 * the foot of a sheet and then moved to the next. A bookmark that is no heading stays as it is.
 */
export function withHeadings(pdf: Buffer, headings: readonly string[]): Buffer {
  const text = pdf.toString('latin1')
  const [table, startOfTable] = tableOf(text)
  // A browser that packs its table of objects is none that we know.
  if (!table) return pdf
  const known = new Map(headings.map((heading) => [squeezed(heading), spaced(heading)]))
  const parts: Buffer[] = []
  const moves: { after: number; by: number }[] = []
  let done = 0
  let moved = 0
  for (const { start, end, title } of bookmarksIn(text)) {
    const heading = headingOf(title, known)
    if (heading === undefined || heading === title) continue
    const written = Buffer.from(`<FEFF${Buffer.from(heading, 'utf16le').swap16().toString('hex').toUpperCase()}>`, 'latin1')
    parts.push(pdf.subarray(done, start), written)
    done = end
    moves.push({ after: start, by: (moved += written.length - (end - start)) })
  }
  if (parts.length === 0) return pdf
  const place = (before: number): number => before + (moves.findLast(({ after }) => after < before)?.by ?? 0)
  const end = text
    .slice(startOfTable)
    .replace(/^(\d{10})(?= \d{5} n)/gm, (offset) => String(place(Number(offset))).padStart(10, '0'))
    .replace(/(?<=\nstartxref\n)\d+/, String(place(startOfTable)))
  return Buffer.concat([...parts, pdf.subarray(done, startOfTable), Buffer.from(end, 'latin1')])
}

/** The table of where each object of a file lies, to the file's end, and where it begins. */
function tableOf(text: string): [table: string, start: number] {
  const start = Number(/startxref\n(\d+)\n%%EOF\n?$/.exec(text.slice(-100))?.[1] ?? -1)
  return [start >= 0 && text.startsWith('xref', start) ? text.slice(start) : '', start]
}

const BOOKMARK = /\n\d+ 0 obj\n<<\/Title (\((?:\\[\s\S]|[^\\)])*\)|<[\dA-F]*>)\n\/Dest /g

const bookmarksIn = (text: string): Bookmark[] =>
  Array.from(text.matchAll(BOOKMARK), ({ index, 0: whole, 1: written = '' }) => {
    const start = index + whole.indexOf(written)
    return { start, end: start + written.length, title: readString(written) }
  })

/** `(Kettle \(1.7 L\))`, or `<FEFF…>` in UTF-16. */
function readString(written: string): string {
  if (written.startsWith('<')) return Buffer.from(written.slice(5, -1), 'hex').swap16().toString('utf16le')
  return written
    .slice(1, -1)
    .replace(/\\([0-7]{3}|[\s\S])/g, (_, one: string) => (one.length === 3 ? String.fromCharCode(parseInt(one, 8)) : one))
}

/** The heading that a bookmark says, once or several times. */
function headingOf(title: string, known: ReadonlyMap<string, string>): string | undefined {
  const text = squeezed(title)
  for (let times = 1; times <= MOST_TIMES; times++) {
    const one = text.slice(0, text.length / times)
    const heading = one.repeat(times) === text ? known.get(one) : undefined
    if (heading !== undefined) return heading
  }
  return undefined
}

/** A heading stands at the foot of few sheets before it has its place. */
const MOST_TIMES = 4

const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** What is left of a text where spaces are unknown: neither they nor characters that show nothing. */
const squeezed = (text: string): string => text.normalize('NFKC').replace(/[\s\p{Cf}]+/gu, '')

/** Runs in the page: what its headings say. */
export const headingsOf = (root: Element): string[] =>
  Array.from(root.querySelectorAll('h1, h2, h3, h4, h5, h6'), ({ textContent }) => textContent)
