import { encode } from 'uqr'
import { withBase } from '../../routes.ts'
import { absolute } from '../site/head.ts'
import type { Site } from '../site/site.ts'

/** Where a page that lies on a bench as paper is found again. */
export interface Handout {
  /** Without the scheme, for people. */
  address: string
  /** The address as a QR code: lines of an SVG, one module wide, in a square of so many modules. */
  code: { size: number; lines: string }
}

/** What a camera wants around a code, in modules: the space of the paper counts as well. */
const BORDER = 2

/** A page's address for paper; undefined when the site does not know its own. */
export function handoutOf(site: Site, path: string): Handout | undefined {
  if (!site.address) return undefined
  const address = absolute(site, withBase(site.base, path))
  const { data, size } = encode(address, { ecc: 'M', border: BORDER })
  const lines = data.map((row, y) => linesOf(row).map(({ x, length }) => `M${x} ${y}h${length}`)).flat()
  return { address: address.replace(/^https?:\/\//, ''), code: { size, lines: lines.join('') } }
}

/** The dark stretches of a row. */
function linesOf(row: readonly boolean[]): { x: number; length: number }[] {
  const found: { x: number; length: number }[] = []
  for (const [x, isDark] of row.entries()) {
    const last = found.at(-1)
    if (isDark && last && last.x + last.length === x) last.length++
    else if (isDark) found.push({ x, length: 1 })
  }
  return found
}
