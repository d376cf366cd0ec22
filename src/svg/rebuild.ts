import { isPaintable } from './bounds.ts'
import { type Drawn, parseDrawing } from './parse.ts'

/** A drawing without active content, and its size in pixels. */
export interface Drawing {
  svg: string
  width: number
  height: number
}

/** A longer file is not a drawing that a repair guide shows. */
export const MAX_SVG_BYTES = 512 * 1024

/**
 * Rebuilds a drawing from the allow-listed parts of an SVG: no scripts, links, animations or external references, in UTF-8. Undefined if it
 * is not well-formed SVG, declares another encoding, has no size, or repeats its parts too often (see bounds.ts). Linear in the length of
 * `bytes`.
 */
export function rebuildSvg(bytes: Uint8Array): Drawing | undefined {
  if (bytes.length > MAX_SVG_BYTES) return undefined
  const xml = decode(bytes)
  const root = xml === undefined ? undefined : parseDrawing(xml)
  if (!root) return undefined
  const size = sizeOf(root.attributes)
  if (!size || !isPaintable(root)) return undefined
  return { svg: write(root, ' xmlns="http://www.w3.org/2000/svg"'), ...size }
}

const DECLARED = /^<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i
const UTF_8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii'])
const LATIN: ReadonlySet<string> = new Set(['iso-8859-1', 'windows-1252'])

/** Other encodings can hide markup from programs that inspect the bytes. */
function decode(bytes: Uint8Array): string | undefined {
  const declared = DECLARED.exec(Buffer.from(bytes.subarray(0, 300)).toString('latin1').replace(/^ï»¿/, ''))?.[1]?.toLowerCase() ?? 'utf-8'
  const encoding = UTF_8.has(declared) ? 'utf-8' : LATIN.has(declared) && 'latin1'
  if (!encoding) return undefined
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined // not valid text in this encoding
    throw error
  }
}

const PIXELS_IN = { '': 1, px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96, em: 16, ex: 8 } as const

/** A positive length in pixels; undefined for any other text. */
function pixels(length: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d{0,9}\.?\d{0,9})(px|pt|pc|mm|cm|in|em|ex)?$/.exec(length.trim()) ?? []
  const value = Number(number) * PIXELS_IN[unit as keyof typeof PIXELS_IN]
  return number && value > 0 ? value : undefined
}

/** The size at which a browser shows it by default: its lengths, otherwise its view box. */
function sizeOf({ width = '', height = '', viewBox = '' }: Drawn['attributes']): { width: number; height: number } | undefined {
  const [, , boxWidth = 0, boxHeight = 0] = viewBox
    .trim()
    .split(/[\s,]+/, 5)
    .map(Number)
  const ratio = boxWidth > 0 && boxHeight > 0 ? boxWidth / boxHeight : undefined
  const [wide, high] = [pixels(width), pixels(height)]
  const size = {
    width: wide ?? (high !== undefined && ratio ? high * ratio : boxWidth),
    height: high ?? (wide !== undefined && ratio ? wide / ratio : boxHeight),
  }
  return size.width > 0 && size.height > 0 && size.width < 1e6 && size.height < 1e6
    ? { width: Math.max(1, Math.round(size.width)), height: Math.max(1, Math.round(size.height)) }
    : undefined
}

function write({ name, attributes, children }: Drawn, more = ''): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`)
  const inside = children.map((child) => (typeof child === 'string' ? escape(child) : write(child))).join('')
  return inside ? `<${name}${more}${said.join('')}>${inside}</${name}>` : `<${name}${more}${said.join('')}/>`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that XML 1.0 does not allow are removed. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const escape = (text: string): string => text.replace(NOT_XML, '').replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
