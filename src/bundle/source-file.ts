import { ContentError, UsageError } from '../errors.ts'
import { InputFile } from './input-file.ts'

/** A file of a built site to put into a bundle. */
export interface SourceFile {
  /** Its path on the site, with slashes, without a leading one. */
  path: string
  /** Its path on this machine. */
  source: string
  bytes: number
}

/** What is put into a bundle. */
export type Content = SourceFile | Buffer

export const lengthOf = (content: Content): number => (Buffer.isBuffer(content) ? content.length : content.bytes)

/** The bytes, piece by piece; each piece is valid until the next. Throws a {@link ContentError} if the length of a file has changed. */
export function* piecesOf(content: Content): Generator<Buffer> {
  if (Buffer.isBuffer(content)) return void (yield content)
  const { source, bytes } = content
  let file: InputFile | undefined
  try {
    file = new InputFile(source)
    if (file.bytes !== bytes) throw changed(source)
    yield* file.pieces(0, bytes)
  } catch (error) {
    throw error instanceof ContentError || error instanceof UsageError ? changed(source) : error
  } finally {
    file?.close()
  }
}

/** All bytes of a file. */
export function bytesOf(file: SourceFile): Buffer {
  const bytes = Buffer.allocUnsafe(file.bytes)
  copyInto([file], bytes, 0)
  return bytes
}

/** Copies all bytes into a buffer, from an offset. Throws like {@link piecesOf}. */
export function copyInto(contents: readonly Content[], target: Buffer, at: number): void {
  for (const content of contents) for (const piece of piecesOf(content)) at += piece.copy(target, at)
}

/** Extensions of files that are already compressed. */
const PACKED = new Set(
  `jpg jpeg png gif webp avif ico mp4 webm m4v mov ogv mp3 m4a ogg flac zip gz br zst 7z xz rar woff woff2 pdf docx xlsx pptx odt epub pagefind pf_meta pf_index pf_fragment pf_filter`.split(
    ' ',
  ),
)

/** True for a file that is stored uncompressed. */
export const isPacked = (path: string): boolean => PACKED.has(path.slice(path.lastIndexOf('.') + 1).toLowerCase())

const changed = (path: string): ContentError =>
  new ContentError(`${path} was changed while it was bundled. Try again.`, { code: 'ERR_BUNDLE_SOURCE', path })
