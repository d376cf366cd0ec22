import type { Encoding } from '../../model/media.ts'

/** Taller video than this costs more bytes than a page benefits from. */
const MAX_HEIGHT = 1080

/**
 * The encodings of a video to copy: one MP4, which plays everywhere, and one WebM, which is smaller. For each the addresses to try: the
 * tallest up to 1080 lines, then smaller ones, then taller ones.
 */
export function encodingsToCopy(encodings: readonly Encoding[]): string[][] {
  const named = encodings.filter(({ url }) => url)
  const chosen = ['mp4', 'webm'].map((format) => named.filter((encoding) => isOf(encoding, format))).filter((some) => some.length > 0)
  return (chosen.length > 0 ? chosen : named.length > 0 ? [named] : []).map((some) =>
    [...some].sort((a, b) => rank(b) - rank(a)).map(({ url }) => url),
  )
}

const isOf = ({ format, mime }: Encoding, name: string): boolean => `${format} ${mime}`.toLowerCase().includes(name)

const rank = ({ height }: Encoding): number => (height <= MAX_HEIGHT ? height : -height)
