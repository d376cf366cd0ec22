/**
 * On which page of a PDF file of Chromium's each named place lies that something in the file links to. Chromium writes its objects as plain text, and packs only what is
 * drawn.
 */
export function pageNumbers(pdf: Buffer): Map<string, number> {
  const text = pdf.toString('latin1')
  const nodes = new Map(
    Array.from(text.matchAll(/\b(\d{1,9}) 0 obj\n<<([^>]*?\/Kids \[([^\]]*)\])/g), ([, id = '', , kids = '']) => [id, idsIn(kids)]),
  )
  const [, root = ''] = /\/Type \/Catalog[\s\S]*?\/Pages (\d+) 0 R/.exec(text) ?? []
  const pages = leavesOf(nodes, root)
  const [, table = ''] = /\/Dests (\d+) 0 R/.exec(text) ?? []
  const start = text.indexOf(`\n${table} 0 obj\n`)
  const places = start < 0 ? '' : text.slice(start, text.indexOf('endobj', start))
  return new Map(Array.from(places.matchAll(/\/([^\s/[\]]+) \[(\d+) 0 R/g), ([, name = '', page = '']) => [name, pages.indexOf(page) + 1]))
}

const idsIn = (kids: string): string[] => Array.from(kids.matchAll(/\b(\d{1,9}) 0 R/g), ([, id = '']) => id)

/** The pages below a node of the tree of pages, in their order. */
function leavesOf(nodes: ReadonlyMap<string, readonly string[]>, id: string): string[] {
  const kids = nodes.get(id)
  return kids ? kids.flatMap((kid) => leavesOf(nodes, kid)) : [id]
}
