import { afterAll, describe, expect, test } from 'vitest'
import { newDecoder } from '../../src/colours/colour-pictures.ts'
import { bomb, distance, endless, plain, RED } from './pictures.ts'

const decoder = newDecoder(20_000)
afterAll(() => decoder.close())

const never = new AbortController().signal
const decode = (bytes: Uint8Array, by = decoder, signal = never) => by.ask(bytes, signal)

describe('the colour of a picture comes from', () => {
  test.each([
    ['JPEG', plain(RED).jpeg()],
    ['progressive JPEG', plain(RED).jpeg({ progressive: true })],
    ['PNG', plain(RED).png()],
    ['PNG without an alpha channel', plain(RED).removeAlpha().png()],
    ['PNG with a palette', plain(RED).png({ palette: true })],
    ['interlaced PNG', plain(RED).png({ progressive: true })],
    ['PNG of 16 bits', plain(RED).toColourspace('rgb16').png()],
    ['WebP', plain(RED).webp()],
    ['WebP without loss', plain(RED).webp({ lossless: true })],
    ['GIF', plain(RED).gif()],
  ])('%s', async (_, picture) => {
    const decoded = await decode(await picture.toBuffer())
    expect(distance(Number(decoded), RED)).toBeLessThanOrEqual(2)
  })

  test('greyscale JPEG', async () => {
    const decoded = Number(await decode(await plain(0x808080).greyscale().jpeg().toBuffer()))
    expect(distance(decoded, 0x808080)).toBeLessThanOrEqual(2)
  })
})

test.each([
  ['PNG', plain(RED, 8, 8, 0.5).png()],
  ['WebP', plain(RED, 8, 8, 0.5).webp()],
  ['GIF', plain(RED, 8, 8, 0).gif()],
])('a %s that something shines through has none', async (_, picture) => {
  expect(await decode(await picture.toBuffer())).toBe('transparent')
})

describe('a picture has no colour and hurts no other when it is', () => {
  const whole = () => plain(RED, 400, 300).jpeg().toBuffer()
  test.each([
    ['cut', async () => (await whole()).subarray(0, 500)],
    ['empty', () => new Uint8Array()],
    ['zeros', () => new Uint8Array(4000)],
    ['of a kind that the decoder does not know', () => plain(RED).avif().toBuffer()],
    ['a bomb', bomb],
  ])('%s', async (_, bytes) => {
    const bad = await bytes()
    expect(bad.length).toBeLessThan(500_000)
    expect(await decode(bad)).toBeUndefined()
    expect(distance(Number(await decode(await whole())), RED)).toBeLessThanOrEqual(2)
  })
})

test('a picture that does not come to an end costs its CPU time, and no more', async () => {
  const impatient = newDecoder(400)
  await decode(await plain(RED).png().toBuffer(), impatient)
  expect(await decode(await endless(), impatient)).toBeUndefined()
  expect(await decode(await plain(RED).png().toBuffer(), impatient)).toBe(RED)
  await impatient.close()
})

test('an interruption does not wait for a picture', async () => {
  const controller = new AbortController()
  const decoding = decode(await endless(), decoder, controller.signal)
  setTimeout(() => controller.abort(new Error('enough')), 200)
  await expect(decoding).rejects.toThrow('enough')
})
