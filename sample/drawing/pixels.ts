import sharp from 'sharp'
import { isMissing, pictureUrl, pixelsOf } from './address.ts'
import type { Picture, Variant } from './catalogue.ts'
import { drawingOf } from './drawings.ts'

/** A file of the sample site's media, as its service would send it. */
export interface MediaFile {
  url: string
  extension: string
  width?: number
  height?: number
  bytes: Uint8Array
}

type Format = 'png' | 'jpg' | 'gif' | 'webp'

// WebP is the smallest; the other types are there because readers meet them on real services.
const FORMATS: Record<string, Format> = {
  radio: 'jpg',
  chair: 'jpg',
  'desk-lamp': 'jpg',
  'suitcase-wheel': 'jpg',
  screwdriver: 'png',
  'wiring-diagram': 'png',
  logo: 'png',
}

function formatOf(key: string, variant: Variant): Format {
  return key === 'bobbin' && variant === 'original' ? 'gif' : (FORMATS[key] ?? 'webp')
}

/** Draws an SVG document as an image of exactly `width` × `height` pixels. The same input gives the same bytes. */
async function encode(svg: string, width: number, height: number, format: Format): Promise<Uint8Array> {
  const drawnWidth = Number(/ width="(\d+)"/.exec(svg)?.[1] ?? width)
  const density = Math.max(72, (72 * width) / drawnWidth)
  const image = sharp(Buffer.from(svg), { density }).resize(width, height, { fit: 'fill' }).flatten({ background: '#ffffff' })
  switch (format) {
    case 'png':
      return image.png({ palette: true, colours: 48, dither: 0, effort: 10, compressionLevel: 9 }).toBuffer()
    case 'jpg':
      return image.jpeg({ quality: 68, mozjpeg: true }).toBuffer()
    case 'gif':
      return image.gif({ colours: 32, dither: 0, effort: 10 }).toBuffer()
    case 'webp':
      return image.webp({ quality: width > 1000 ? 20 : width > 500 ? 30 : 50, effort: 6, preset: 'drawing' }).toBuffer()
  }
}

/** Every file of one picture: each variant that its Image object names and that is not meant to be missing. */
export async function pictureFiles(picture: Picture): Promise<MediaFile[]> {
  const { key, variants } = picture
  const svg = drawingOf(key)
  return Promise.all(
    variants
      .filter((variant) => !isMissing(key, variant))
      .map(async (variant) => {
        const { width, height } = pixelsOf(picture, variant)
        const extension = formatOf(key, variant)
        return { url: pictureUrl(key, variant), extension, width, height, bytes: await encode(svg, width, height, extension) }
      }),
  )
}
