import { disableTypes, imageSize } from 'image-size'
import { rebuildSvg } from '../../svg/rebuild.ts'
import { DOWNLOADED_ENDING } from '../layout.ts'

/** What a media file is, by its bytes. `width` and `height` in pixels, pictures only. */
export interface MediaType {
  family: 'picture' | 'video' | 'document'
  extension: string
  width?: number
  height?: number
}

const PICTURE_TYPES = new Set(['png', 'jpg', 'gif', 'webp', 'avif', 'heic', 'bmp', 'tiff', 'ico'])
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
/** Documents that a browser would open as a page: kept under an ending that it downloads. */
const PAGES = new Set(['html', 'htm', 'xhtml', 'xht', 'svg', 'xml', 'xsl', 'mml', 'mathml'])
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/
const MARKUP_START = /^\s*<[!?a-z]/i
/** A picture in pieces has a size for each kind of piece. Every one is looked for anew, so that many would take the square of their number. */
const MAX_PIECES = 64

// What is never kept need not be measured.
disableTypes(['cur', 'dds', 'icns', 'j2c', 'jp2', 'jxl', 'jxl-stream', 'ktx', 'pnm', 'psd', 'svg', 'tga'])

/** Enough of a file to know what it is: a picture's size can stand behind a long EXIF block. */
export const HEAD_BYTES = 512 * 1024

/**
 * Tells what a file is from its first {@link HEAD_BYTES} bytes; the URL's ending counts for documents without a signature only.
 * Undefined for HTML, for SVG that is none (see svg/rebuild.ts) and for bytes of no kind that a repair guide shows: those are never stored. What is
 * attached to a record as a document (`isAttached`) may be markup, if its URL says so: an HTML page in the place of a PDF is an error's.
 */
export function identifyMedia(head: Uint8Array, url: string, isAttached = false): MediaType | undefined {
  const latin = Buffer.from(head.subarray(0, 4096)).toString('latin1').replace(BYTE_ORDER_MARK, '')
  if (latin.startsWith('%PDF-')) return { family: 'document', extension: 'pdf' }
  if (latin.startsWith('\x1a\x45\xdf\xa3')) return { family: 'video', extension: 'webm' }
  if (latin.startsWith('OggS')) return { family: 'video', extension: 'ogv' }
  if (latin.slice(4, 8) === 'ftyp' && !/^(avi[fs]|he[iv][cmsx]|mif1|msf1)/.test(latin.slice(8, 12)))
    return { family: 'video', extension: 'mp4' }
  const ending = endingOf(url)
  if (MARKUP_START.test(latin))
    return isAttached && PAGES.has(ending) ? { family: 'document', extension: DOWNLOADED_ENDING } : identifyDrawing(head)
  const picture = identifyPicture(head)
  if (picture) return picture
  return PLAIN_DOCUMENTS.has(ending) ? { family: 'document', extension: ending } : undefined
}

/** In small letters; '' for an address that has none. */
const endingOf = (url: string): string =>
  /\.([a-z0-9]{2,7})$/i.exec(URL.canParse(url) ? new URL(url).pathname : '')?.[1]?.toLowerCase() ?? ''

/** The cache keeps a drawing as it came; what is active in it is left out when it is published. */
function identifyDrawing(bytes: Uint8Array): MediaType | undefined {
  const drawing = rebuildSvg(bytes)
  return drawing && { family: 'picture', extension: 'svg', width: drawing.width, height: drawing.height }
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
