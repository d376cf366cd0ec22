import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { expect } from 'vitest'
import { type Kind, KINDS, LOOKS, shoot } from '../../scripts/screenshots/pages.ts'
import { test } from './browser.ts'

/** Run with ACCEPT_LOOKS=1, the test keeps how the pages look now. */
const KEPT = fileURLToPath(new URL('looks/', import.meta.url))
/** Lines of text can be told apart. */
const WIDTH_PX = 240
const MAX_HEIGHT_PX = 1000
/** Edges of letters differ between versions of Chromium. */
const TOLERANCE = 48
const ALLOWED_SHARE = 0.01

/** The start of a page, reduced. */
async function small(png: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(png).metadata()
  const start = { left: 0, top: 0, width, height: Math.min(height, Math.round((width * MAX_HEIGHT_PX) / WIDTH_PX)) }
  return sharp(png).extract(start).resize({ width: WIDTH_PX }).webp({ quality: 40, effort: 6 }).toBuffer()
}
const pixelsOf = (file: Buffer) => sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })

/** The share of pixels that differ; those of one picture only differ. */
async function difference(kept: Buffer, taken: Buffer): Promise<number> {
  const [one, other] = [await pixelsOf(kept), await pixelsOf(taken)].sort((a, b) => a.data.length - b.data.length)
  if (!one || !other) return 1
  const different = new Set<number>()
  for (const [at, value] of other.data.entries())
    if (Math.abs(value - (one.data[at] ?? Infinity)) > TOLERANCE) different.add(Math.floor(at / other.info.channels))
  return different.size / (other.info.width * other.info.height)
}

const CASES = Object.entries<Kind>(KINDS).flatMap(([name, kind]) =>
  (['phone', 'desktop', 'dark', 'phone-dark'] as const).map((look) => [`${name}-${look}`, kind, LOOKS[look]] as const),
)

test.for(CASES)('%s looks as in the repository', async ([name, kind, { width, height, ...look }], { open }) => {
  const expectStatus = kind === KINDS.missing ? 404 : 200
  const page = await open(kind.path, { viewport: { width, height }, reducedMotion: 'reduce', locale: 'en-US', expectStatus, ...look })
  const taken = await small(await shoot(page, kind, { width }))
  const path = join(KEPT, `${name}.webp`)
  if (process.env.ACCEPT_LOOKS) {
    await mkdir(KEPT, { recursive: true })
    await writeFile(path, taken)
  }
  const share = await difference(await readFile(path), taken)
  const folder = share > ALLOWED_SHARE ? await mkdtemp(join(tmpdir(), 'benchbook-looks-')) : ''
  if (folder) await writeFile(join(folder, `${name}.webp`), taken)
  expect(share, `Compare ${path} with ${folder}. If it is meant: ACCEPT_LOOKS=1, and commit the picture.`).toBeLessThanOrEqual(
    ALLOWED_SHARE,
  )
})

test('what has moved, or is in one picture only, is a difference', async () => {
  const picture = (height: number, top: number) =>
    sharp({ create: { width: 240, height, channels: 3, background: '#fff' } })
      .composite([{ input: { create: { width: 24, height: 10, channels: 3, background: '#000' } }, left: 0, top }])
      .png()
      .toBuffer()
  const share = async (height: number, top: number) => difference(await picture(100, 30), await picture(height, top))
  expect(await share(100, 30)).toBe(0)
  expect(await share(100, 45)).toBeCloseTo(0.02)
  expect(await share(125, 30)).toBeCloseTo(0.2)
})
