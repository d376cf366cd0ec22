/** The bookmarks of a PDF file of Chromium's in their order, each with those above it: `Kitchen > Kettles > Descaling`. */
export function bookmarkTree(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  const entries = new Map(
    Array.from(text.matchAll(/\n(\d+) 0 obj\n<<\/Title ([\s\S]*?)\n\/Dest ([\s\S]*?)>>\nendobj/g), ([, id = '', title = '', rest = '']) => [
      id,
      { title: readTitle(title), first: reference(rest, 'First'), next: reference(rest, 'Next') },
    ]),
  )
  const below = (first: string | undefined, above: string): string[] => {
    const ways: string[] = []
    for (let entry = entries.get(first ?? ''); entry; entry = entries.get(entry.next ?? '')) {
      const way = above + entry.title
      ways.push(way, ...below(entry.first, `${way} > `))
    }
    return ways
  }
  return below(reference(/\/Type \/Outlines[^>]*/.exec(text)?.[0] ?? '', 'First'), '')
}

const reference = (text: string, name: string): string | undefined => new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1]

const readTitle = (written: string): string =>
  written.startsWith('<')
    ? Buffer.from(written.slice(5, -1), 'hex').swap16().toString('utf16le')
    : written.slice(1, -1).replaceAll('\\', '')
