import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { PhotonImage, resize, SamplingFilter } from '@cf-wasm/photon/others'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { beginPixels, isBegun } from '../pixels.ts'
import { readLogo } from './logo.ts'
import { signIn } from './sign.ts'
import { palettesIn } from './tokens.ts'

/**
 * An icon of the site as an app: its file in the site, its width in pixels, and the share that a logo occupies; below 1 it has a
 * background.
 */
const ICONS = [
  { file: 'app/icon-192.png', px: 192, share: 1 },
  { file: 'app/icon-512.png', px: 512, share: 1 },
  // Systems crop these icons: the visible part must be in the middle.
  { file: 'app/maskable-192.png', px: 192, share: 0.6 },
  { file: 'app/maskable-512.png', px: 512, share: 0.6 },
  { file: 'apple-touch-icon.png', px: 180, share: 0.75 },
] as const

/**
 * Draws the icons of a site, as PNG files by their path: from the operator's logo, '' for none, or the project's sign in the colours of
 * `tokens`. Undefined for a logo that is damaged or in a format that cannot be drawn here.
 */
export async function makeIcons(logo: string, tokens: string): Promise<Map<string, Uint8Array> | undefined> {
  const { light } = palettesIn(tokens)
  await ready()
  const drawn = logo ? await logoAsImage(logo).catch(() => undefined) : undefined
  if (logo && !drawn) return undefined
  const icons = new Map<string, Uint8Array>()
  for (const { file, px, share } of ICONS)
    icons.set(file, pngOf(drawn ? onGround(drawn, share, light.surface ?? '#ffffff') : signIn(light, share === 1 ? 8 : 0), px))
  return icons
}

/** The renderer can be initialized only once per process. */
async function ready(): Promise<void> {
  try {
    await initWasm(readFileSync(new URL(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))))
  } catch (error) {
    if (!isBegun(error)) throw error
  }
}

/** A logo as SVG of the size 512 × 512: SVG unchanged, bitmaps scaled down in advance, as the renderer does not do that well. */
async function logoAsImage(file: string): Promise<string> {
  const bytes = await readFile(file)
  const kind = (await readLogo(file))?.name.slice('logo.'.length)
  if (kind === 'avif') throw new TypeError('AVIF cannot be decoded here.')
  const [type, data] = kind === 'svg' ? ['svg+xml', bytes] : ['png', asPng(bytes)]
  return `data:image/${type};base64,${Buffer.from(data).toString('base64')}`
}

const MOST_PX = 512

function asPng(bytes: Uint8Array): Uint8Array {
  beginPixels()
  const image = PhotonImage.new_from_byteslice(bytes)
  const [width, height] = [image.get_width(), image.get_height()]
  const scale = MOST_PX / Math.max(width, height)
  if (scale >= 1) return image.get_bytes()
  return resize(image, Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), SamplingFilter.Lanczos3).get_bytes()
}

function onGround(image: string, share: number, ground: string): string {
  const [at, size] = [(1 - share) * 50, share * 100]
  const behind = share === 1 ? '' : `<rect width="100" height="100" fill="${ground}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${behind}<image href="${image}" x="${at}" y="${at}" width="${size}" height="${size}"/></svg>`
}

function pngOf(svg: string, px: number): Uint8Array {
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: px } })
  const rendered = drawing.render()
  const png = rendered.asPng()
  rendered.free()
  drawing.free()
  return png
}
