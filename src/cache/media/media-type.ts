import { disableTypes, imageSize, types } from 'image-size'
import { rebuildSvg } from '../../svg/rebuild.ts'
import { DOWNLOADED_ENDING } from '../layout.ts'

/** The type of a media file, by its bytes. `width` and `height` in pixels, pictures only. */
export interface MediaType {
  family: 'picture' | 'video' | 'document'
  extension: string
  width?: number
  height?: number
}

const PICTURE_TYPES = new Set(['png', 'jpg', 'gif', 'webp', 'avif', 'heic', 'bmp', 'tiff', 'ico'])
const PLAIN_DOCUMENTS = new Set(
  'csv txt md stl step stp dxf dwg iges igs obj 3mf gcode doc docx xls xlsx ppt pptx odt ods zip skp rtf'.split(' '),
)
/** Documents that a browser would open as a page: stored under an extension that it downloads. */
const PAGES = new Set(['html', 'htm', 'xhtml', 'xht', 'svg', 'xml', 'xsl', 'mml', 'mathml'])
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/
const MARKUP_START = /^\s*<[!?a-z]/i
/** A format with chunks may have a size in each kind of chunk. Each is searched for from the start, so many would take quadratic time. */
const MAX_PIECES = 64

/** Types that are never kept need not be measured. HEIC and AVIF are kinds of `heif`. */
const UNMEASURED = types.filter((type) => type !== 'heif' && !PICTURE_TYPES.has(type))

/** Enough of a file to identify it: a picture's size can come after a long EXIF block. */
export const HEAD_BYTES = 512 * 1024

/**
 * Identifies a file by its first {@link HEAD_BYTES} bytes; the URL's extension only counts for documents without a signature. Undefined for
 * HTML, for malformed SVG (see svg/rebuild.ts) and for types that no repair guide shows: those are never stored. A document attached to a
 * record (`isAttached`) may be markup if its URL says so: HTML instead of a PDF is an error page.
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

/** In lower case; '' for an address without one. */
const endingOf = (url: string): string =>
  /\.([a-z0-9]{2,7})$/i.exec(URL.canParse(url) ? new URL(url).pathname : '')?.[1]?.toLowerCase() ?? ''

/** The cache stores an SVG unmodified; active content is removed when it is published. */
function identifyDrawing(bytes: Uint8Array): MediaType | undefined {
  const drawing = rebuildSvg(bytes)
  return drawing && { family: 'picture', extension: 'svg', width: drawing.width, height: drawing.height }
}

function identifyPicture(head: Uint8Array): MediaType | undefined {
  let size: ReturnType<typeof imageSize>
  if (head[4] === 0x66 && countOf(head, 'ispe') > MAX_PIECES) return undefined
  disableTypes(UNMEASURED)
  try {
    // image-size reads past the end of a short view of a larger buffer.
    size = imageSize(new Uint8Array(head))
  } catch {
    return undefined // image-size throws if it is not a picture
  } finally {
    // They are disabled for the whole process, where an operator's logo may be of one of these types.
    disableTypes([])
  }
  const { type, width, height, orientation } = size
  if (!type || !PICTURE_TYPES.has(type)) return undefined
  // EXIF orientations 5 to 8 rotate the picture by 90 degrees.
  const [shownWidth, shownHeight] = (orientation ?? 1) > 4 ? [height, width] : [width, height]
  return { family: 'picture', extension: type, width: Math.round(shownWidth), height: Math.round(shownHeight) }
}

function countOf(bytes: Uint8Array, word: string): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = text.indexOf(word); at !== -1 && count <= MAX_PIECES; at = text.indexOf(word, at + word.length)) count++
  return count
}
