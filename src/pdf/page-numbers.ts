/**
 * The page on which each id lies that a link in this PDF file of Chromium leads to, counted from 1. Chromium writes its objects as plain
 * text, and compresses only what is drawn. Empty for files that are written differently.
 */
export function pageNumbers(pdf: Buffer): Map<string, number> {
  const text = pdf.toString('latin1')
  const [, root = ''] = /\/Type \/Catalog[^]*?\/Pages (\d+) 0 R/.exec(text) ?? []
  const [, table = ''] = /\/Dests (\d+) 0 R/.exec(text) ?? []
  const kids = new Map(
    Array.from(text.matchAll(/\n(\d+) 0 obj\n<<[^>]*?\/Kids \[([^\]]*)\]/g), ([, id = '', ids = '']) => [id, idsIn(ids)]),
  )
  const leaves = (id: string): string[] => kids.get(id)?.flatMap(leaves) ?? [id]
  const pages = new Map(leaves(root).map((id, at) => [id, at + 1]))
  const start = text.indexOf(`\n${table} 0 obj\n`)
  const places = start < 0 ? '' : text.slice(start, text.indexOf('endobj', start))
  return new Map(Array.from(places.matchAll(/\/([^\s/[\]]+) \[(\d+) 0 R/g), ([, name = '', page = '']) => [name, pages.get(page) ?? 0]))
}

const idsIn = (ids: string): string[] => Array.from(ids.matchAll(/\b(\d{1,9}) 0 R/g), ([, id = '']) => id)
