// A thread that draws pictures for social networks, one per message. It decodes foreign pictures, which can affect only the memory of a
// WebAssembly module. Any error ends the thread; see sandbox/picture-thread.ts.
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { crop, initPhoton, PhotonImage, resize, SamplingFilter } from '@cf-wasm/photon/others'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { withMaxMemory } from '../sandbox/bounded-memory.ts'
import { HEIGHT, type TitleDrawing, WIDTH } from './title-drawing.ts'

export interface DrawJob {
  /** The picture under the title; undefined if there is none. */
  bytes: Uint8Array | undefined
  drawing: TitleDrawing
}

/** Suffices for three million pixels of input and output. */
const MAX_MEMORY_BYTES = 96 * 1024 * 1024
const QUALITY = 80
/** The background without a picture, and of transparent ones. */
const GROUND = [72, 62, 54] as const

const code = readFileSync(new URL(import.meta.resolve('@cf-wasm/photon/photon.wasm')))
initPhoton.sync({ module: new WebAssembly.Module(Buffer.from(withMaxMemory(code, MAX_MEMORY_BYTES))) })
await initWasm(readFileSync(new URL(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))))

/** Scales a picture to cover the area, cropped to the middle. */
function covering(bytes: Uint8Array): Uint8Array {
  const given = PhotonImage.new_from_byteslice(bytes)
  const [width, height] = [given.get_width(), given.get_height()]
  const scale = Math.max(WIDTH / width, HEIGHT / height)
  const [wide, high] = [Math.max(WIDTH, Math.round(width * scale)), Math.max(HEIGHT, Math.round(height * scale))]
  const sized = resize(given, wide, high, SamplingFilter.Triangle)
  given.free()
  const [left, top] = [Math.floor((wide - WIDTH) / 2), Math.floor((high - HEIGHT) / 2)]
  const cut = crop(sized, left, top, left + WIDTH, top + HEIGHT)
  sized.free()
  const pixels = cut.get_raw_pixels()
  cut.free()
  return pixels
}

/** Blends pixels over others of the same number; those of a drawing are premultiplied by their opacity. */
function lay(over: Uint8Array, under: Uint8Array, start: number): void {
  for (let at = 0; at < over.length; at += 4) {
    const rest = (255 - (over[at + 3] ?? 0)) / 255
    for (let channel = 0; channel < 3; channel++)
      under[start + at + channel] = (over[at + channel] ?? 0) + (under[start + at + channel] ?? 0) * rest
  }
}

function onGround(pixels: Uint8Array): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const opacity = (pixels[at + 3] ?? 0) / 255
    if (opacity < 1)
      for (let channel = 0; channel < 3; channel++)
        pixels[at + channel] = (pixels[at + channel] ?? 0) * opacity + (GROUND[channel] ?? 0) * (1 - opacity)
    pixels[at + 3] = 255
  }
}

function draw({ bytes, drawing }: DrawJob): Uint8Array {
  const pixels = bytes ? covering(bytes) : new Uint8Array(WIDTH * HEIGHT * 4)
  onGround(pixels)
  const svg = new Resvg(drawing.svg)
  const rendered = svg.render()
  lay(rendered.pixels, pixels, (HEIGHT - drawing.height) * WIDTH * 4)
  rendered.free()
  svg.free()
  const image = new PhotonImage(pixels, WIDTH, HEIGHT)
  const jpeg = image.get_bytes_jpeg(QUALITY)
  image.free()
  return jpeg
}

parentPort?.on('message', (job: DrawJob) => parentPort?.postMessage(draw(job)))
parentPort?.postMessage('ready')
