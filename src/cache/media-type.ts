import { disableTypes, imageSize } from 'image-size'
import { endOfSvgTag, rootOfSvg } from './markup-start.ts'

/** What a media file is, by its bytes. `width` and `height` in pixels, pictures only. */
export interface MediaType {
  family: 'picture' | 'video' | 'document'
  extension: string
  width?: number
  height?: number
}

const PICTURE_TYPES = new Set(['png', 'jpg', 'gif', 'webp', 'avif', 'heic', 'bmp', 'tiff', 'ico', 'svg'])
const PLAIN_DOCUMENTS = new Set([
  'csv',
  'txt',
  'md',
  'stl',
  'step',
  'stp',
  'dxf',
  'dwg',
  'iges',
  'igs',
  'obj',
  '3mf',
  'gcode',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
  'odt',
  'ods',
  'zip',
  'skp',
  'rtf',
])
/** Whatever runs, loads or hides something in an SVG; attributes can follow a slash or a quote as well as a space. */
const ACTIVE_SVG =
  /<([\w-]+:)?(script|foreignObject|iframe|object|embed|handler|listener|set|animate\w*)\b|[\s/"']on\w+\s*=|javascript:|<!ENTITY|data:text|@import/i
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/
const MARKUP_START = /^\s*<[!?a-z]/i
/** A picture in pieces has a size for each kind of piece. Every one is looked for anew, so that many would take the square of their number. */
const MAX_PIECES = 64

// What is never kept need not be measured.
disableTypes(['cur', 'dds', 'icns', 'j2c', 'jp2', 'jxl', 'jxl-stream', 'ktx', 'pnm', 'psd', 'tga'])

/** Enough of a file to know what it is: a picture's size can stand behind a long EXIF block. */
export const HEAD_BYTES = 512 * 1024

/**
 * Tells what a file is from its first {@link HEAD_BYTES} bytes; the URL's ending counts for documents without a signature only.
 * Undefined for HTML, for SVG with scripts and for bytes of no kind that a repair guide shows: those are never stored.
 */
export function identifyMedia(head: Uint8Array, url: string): MediaType | undefined {
  const latin = Buffer.from(head.subarray(0, 4096)).toString('latin1').replace(BYTE_ORDER_MARK, '')
  if (latin.startsWith('%PDF-')) return { family: 'document', extension: 'pdf' }
  if (latin.startsWith('\x1a\x45\xdf\xa3')) return { family: 'video', extension: 'webm' }
  if (latin.startsWith('OggS')) return { family: 'video', extension: 'ogv' }
  if (latin.slice(4, 8) === 'ftyp' && !/^(avi[fs]|he[iv][cmsx]|mif1|msf1)/.test(latin.slice(8, 12)))
    return { family: 'video', extension: 'mp4' }
  if (MARKUP_START.test(latin)) return identifySvg(head)
  const picture = identifyPicture(head)
  if (picture) return picture
  const ending = /\.([a-z0-9]{2,5})$/i.exec(URL.canParse(url) ? new URL(url).pathname : '')?.[1]?.toLowerCase()
  return ending && PLAIN_DOCUMENTS.has(ending) ? { family: 'document', extension: ending } : undefined
}

/** Only the tag of the root is measured: whatever else looks like one is none. */
function identifySvg(head: Uint8Array): MediaType | undefined {
  const text = Buffer.from(head).toString('latin1')
  const bom = BYTE_ORDER_MARK.exec(text)?.[0].length ?? 0
  const at = bom + rootOfSvg(text.slice(bom, bom + 4096))
  const end = at < bom ? -1 : endOfSvgTag(text, at)
  if (end === -1 || ACTIVE_SVG.test(Buffer.from(head).toString('utf8'))) return undefined
  const picture = identifyPicture(head.subarray(at, end))
  return picture?.extension === 'svg' ? picture : undefined
}

function identifyPicture(head: Uint8Array): MediaType | undefined {
  let size: ReturnType<typeof imageSize>
  if (head[4] === 0x66 && countOf(head, 'ispe') > MAX_PIECES) return undefined
  try {
    size = imageSize(head)
  } catch {
    return undefined // image-size throws on whatever is no picture
  }
  const { type, width, height, orientation } = size
  if (!type || !PICTURE_TYPES.has(type)) return undefined
  // EXIF orientations 5 to 8 turn the picture by a quarter.
  const [shownWidth, shownHeight] = (orientation ?? 1) > 4 ? [height, width] : [width, height]
  return { family: 'picture', extension: type, width: Math.round(shownWidth), height: Math.round(shownHeight) }
}

function countOf(bytes: Uint8Array, word: string): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = text.indexOf(word); at !== -1 && count <= MAX_PIECES; at = text.indexOf(word, at + word.length)) count++
  return count
}
