import { encode } from 'uqr'
import { withBase } from '../../routes.ts'
import { absolute } from '../site/head.ts'
import type { Site } from '../site/site.ts'

/** The quiet zone around the code, in modules; the blank paper adds to it. */
const BORDER = 2

/** A page's address for print; undefined if the site does not know its own address. */
export function handoutOf(site: Site, path: string) {
  if (!site.address) return undefined
  const address = absolute(site, withBase(site.base, path))
  const { data, size } = encode(address, { ecc: 'M', border: BORDER })
  const lines = data.map((row, y) => linesOf(row).map(({ x, length }) => `M${x} ${y}h${length}`)).flat()
  return {
    /** Without the scheme, for display. */
    address: address.replace(/^https?:\/\//, ''),
    /** The address as a QR code: SVG lines one module wide, in a square of `size` modules. */
    code: { size, lines: lines.join('') },
  }
}

/** The runs of dark modules in a row. */
function linesOf(row: readonly boolean[]): { x: number; length: number }[] {
  const found: { x: number; length: number }[] = []
  for (const [x, isDark] of row.entries()) {
    const last = found.at(-1)
    if (isDark && last && last.x + last.length === x) last.length++
    else if (isDark) found.push({ x, length: 1 })
  }
  return found
}
