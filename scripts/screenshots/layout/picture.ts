import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { take } from '../take.ts'
import type { Compared } from './compared.ts'
import { CONTEXT, steady } from './steady.ts'

/** Width of a kept picture: a letter of a phone can be read in it, a line of a desktop can be told from the next. */
const PHONE_PX = 320
const DESKTOP_PX = 480
/** As much of a page as is looked at, in windows. */
const WINDOWS = 2
/** A pixel may be so much lighter or darker in one of its colours: edges of letters differ between versions of Chromium. */
const TOLERANCE = 48

/** A page as it looks now, as small as it is kept. `look` gets the page before it is closed. */
export async function takeSmall(browser: Browser, site: string, compared: Compared, look?: (page: Page) => Promise<void>): Promise<Buffer> {
  const { width, height } = compared.look
  const png = await take(browser, site, compared, compared.look, {
    options: CONTEXT,
    before: steady,
    after: look,
    maxHeight: height * WINDOWS,
  })
  return sharp(png)
    .resize({ width: width < 600 ? PHONE_PX : DESKTOP_PX })
    .webp({ quality: 60, effort: 6 })
    .toBuffer()
}

/** How two pictures of a page differ. */
export interface Difference {
  /** Pixels that look different, of all of the higher one; 0 to 1. */
  share: number
  /** As a PNG: what was kept, pale, with these in red. */
  picture: () => Promise<Buffer>
}

/** Compares pixel by pixel; what only one of them has, as it is higher or wider, is different. */
export async function compare(kept: Buffer, taken: Buffer): Promise<Difference> {
  const [one, other] = [await decoded(kept), await decoded(taken)]
  const [width, height] = [Math.max(one.width, other.width), Math.max(one.height, other.height)]
  const marked = Buffer.alloc(width * height * 3)
  let different = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [place, before, after] = [3 * (y * width + x), placeIn(one, x, y), placeIn(other, x, y)]
      const isDifferent = before < 0 || after < 0 || !isAlike(one.data, before, other.data, after)
      if (isDifferent) different++
      for (let at = 0; at < 3; at++) marked[place + at] = isDifferent ? (RED[at] ?? 0) : 200 + ((one.data[before + at] ?? 0) >> 3)
    }
  const raw = { width, height, channels: 3 } as const
  return { share: different / (width * height), picture: () => sharp(marked, { raw }).png().toBuffer() }
}

const RED = [220, 0, 0]

interface Pixels {
  data: Buffer
  width: number
  height: number
}

async function decoded(file: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const placeIn = ({ width, height }: Pixels, x: number, y: number): number => (x < width && y < height ? 3 * (y * width + x) : -1)

function isAlike(one: Buffer, at: number, other: Buffer, there: number): boolean {
  for (let colour = 0; colour < 3; colour++) if (Math.abs((one[at + colour] ?? 0) - (other[there + colour] ?? 0)) > TOLERANCE) return false
  return true
}
