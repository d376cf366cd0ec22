import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { imageSize } from 'image-size'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { mediaHash, mediaPath } from '../../src/cache/layout.ts'
import { imageDetail, imageObject, isMissing, pictureUrl, pixelsOf } from '../../sample/drawing/address.ts'
import { MISSING, PICTURES } from '../../sample/drawing/catalogue.ts'
import { documents } from '../../sample/drawing/documents.ts'
import { drawingOf } from '../../sample/drawing/drawings.ts'
import { pictureFiles } from '../../sample/drawing/pixels.ts'
import { videoDetail, videoUrl } from '../../sample/drawing/video.ts'

const sample = resolve(import.meta.dirname, '../../sample')
const files = readdirSync(join(sample, 'media'), { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile())
  .map((entry) => ({
    path: join(entry.parentPath, entry.name).slice(sample.length + 1),
    bytes: readFileSync(join(entry.parentPath, entry.name)),
  }))

/** What a media file's bytes are: its type, and its pixels when it is a picture. */
function kindOf(bytes: Buffer): { extension: string; width?: number; height?: number } {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return { extension: 'pdf' }
  if (bytes.subarray(4, 8).toString('latin1') === 'ftyp') return { extension: 'mp4' }
  if (bytes.subarray(0, 4).toString('hex') === '1a45dfa3') return { extension: 'webm' }
  const { type, width, height } = imageSize(bytes)
  return { extension: type ?? 'unknown', width, height }
}

const pictures = PICTURES.flatMap((picture) =>
  picture.variants
    .filter((variant) => !isMissing(picture.key, variant))
    .map((variant) => ({ url: pictureUrl(picture.key, variant), ...pixelsOf(picture, variant) })),
)
const others = [...documents().map(({ record }) => record.url), videoUrl('mp4'), videoUrl('webm')]

describe('the media of the sample site', () => {
  test('are what their names say, to the pixel', () => {
    for (const { path, bytes } of files) {
      const { extension, width, height } = kindOf(bytes)
      const ending = width && height ? `-${width}x${height}.${extension}` : `.${extension}`
      expect(path).toMatch(/^media\/([0-9a-f]{2})\/\1[0-9a-f]{18}[-.]/)
      expect(path.replace(/^.{29}/, '')).toBe(ending)
    }
  })

  test('are all that the records name, and nothing else', () => {
    const named = [...pictures.map(({ url }) => url), ...others].map(mediaHash)
    expect(files.map(({ path }) => path.slice('media/ab/'.length).slice(0, 20)).toSorted()).toEqual(named.toSorted())
  })

  test('have the sizes that the service gives to a variant', () => {
    const paths = new Set(files.map(({ path }) => path.replace(/\.\w+$/, '')))
    for (const { url, width, height } of pictures) {
      expect(paths, url).toContain(mediaPath(url, { extension: '', width, height }).slice(0, -1))
    }
  })

  test('stay below 5 MB, and hold PNG, JPEG, WebP, GIF, MP4, WebM and PDF', () => {
    expect(files.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(5_000_000)
    const endings = new Set(files.map(({ path }) => path.split('.').at(-1)))
    expect([...endings].toSorted()).toEqual(['gif', 'jpg', 'mp4', 'pdf', 'png', 'webm', 'webp'])
  })

  test('one size is named by its record and has no file', () => {
    expect(imageObject(MISSING.key)[MISSING.variant]).toBe(pictureUrl(MISSING.key, MISSING.variant))
    expect(files.some(({ path }) => path.includes(mediaHash(pictureUrl(MISSING.key, MISSING.variant))))).toBe(false)
  })

  test('one upload has only some of its sizes, and some pictures are not 4:3', () => {
    expect(Object.keys(imageObject('umbrella'))).toEqual(['id', 'guid', 'mini', 'thumbnail', 'standard', 'original'])
    expect(imageDetail('kettle-exploded')).toMatchObject({ width: 1600, height: 2400, ratio: 'VARIABLE' })
    expect(() => imageObject('umbrela')).toThrow('The sample site has no picture "umbrela"')
  })

  test('the documents that lie there are the ones that the code makes', () => {
    for (const { record, bytes } of documents()) {
      const stored = files.find(({ path }) => path === mediaPath(record.url, { extension: 'pdf' }))
      expect(stored?.bytes.equals(bytes), record.title).toBe(true)
      expect(bytes.length).toBe(record.size)
      const text = Buffer.from(bytes).toString('latin1')
      expect(text.match(/\/Type \/Page /g)).toHaveLength(record.pages)
      const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
      expect(text.slice(table, table + 5)).toBe('xref\n')
    }
  })

  test('the video record tells the size of its file, and each encoding is small', () => {
    const bytesOf = (format: 'mp4' | 'webm') =>
      files.find(({ path }) => path === mediaPath(videoUrl(format), { extension: format }))?.bytes ?? Buffer.alloc(0)
    const [mp4, webm] = [bytesOf('mp4'), bytesOf('webm')]
    expect(videoDetail({ mp4 }).meta.file_size_in_bytes).toBe(mp4.length)
    for (const { length } of [mp4, webm]) {
      expect(length).toBeGreaterThan(10_000)
      expect(length).toBeLessThan(250_000)
    }
  })
})

describe('drawing', () => {
  test('every key of the catalogue has a drawing of its own', () => {
    const drawings = PICTURES.map(({ key }) => drawingOf(key))
    expect(new Set(drawings).size).toBe(PICTURES.length)
    expect(drawings.filter((svg) => /NaN|undefined/.test(svg))).toEqual([])
    expect(() => drawingOf('kettel')).toThrow('Nothing draws the picture "kettel"')
  })

  test.each(['user-5', 'needle'])('%s drawn twice gives the same bytes, and looks like the files that lie there', async (key) => {
    const chosen = PICTURES.filter((picture) => picture.key === key)
    const [first, second] = [(await Promise.all(chosen.map(pictureFiles))).flat(), (await Promise.all(chosen.map(pictureFiles))).flat()]
    expect(first.length).toBeGreaterThan(3)
    expect(first.map(({ bytes }) => digestOf(bytes))).toEqual(second.map(({ bytes }) => digestOf(bytes)))
    for (const drawn of first) {
      const stored = files.find(({ path }) => path === mediaPath(drawn.url, drawn))
      expect(await difference(drawn.bytes, stored?.bytes ?? Buffer.alloc(0)), drawn.url).toBeLessThan(0.5)
    }
  })
})

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The mean difference of two pictures' pixels, 0 to 255: other machines round colours a little differently. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((bytes) => sharp(bytes).raw().toBuffer()))
  return a && b ? a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length : 255
}
