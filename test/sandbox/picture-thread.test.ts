import { afterAll, expect, test } from 'vitest'
import { PictureThread } from '../../src/sandbox/picture-thread.ts'
import type { DrawJob } from '../../src/social/draw-worker.ts'
import { titleDrawing } from '../../src/social/title-drawing.ts'
import { bomb, endless, plain } from './pictures.ts'

const drawer = (maxCpuMs: number) =>
  new PictureThread<DrawJob, Uint8Array>(new URL('../../src/social/draw-worker.ts', import.meta.url), {
    maxCpuMs,
    maxYoungGenerationSizeMb: 8,
    maxOldGenerationSizeMb: 128,
  })
const drawing = titleDrawing('Boil', 'Mendery')
const never = new AbortController().signal

const thread = drawer(60_000)
afterAll(() => thread.close())

const whole = () => plain(400, 300).jpeg().toBuffer()

test.each([
  ['cut', async () => (await whole()).subarray(0, 500)],
  ['empty', () => new Uint8Array()],
  ['zeros', () => new Uint8Array(4000)],
  ['of a kind that the decoder does not know', () => plain().avif().toBuffer()],
  ['a bomb', bomb],
])('a picture that is %s has no answer, but the next one has', async (_, bytes) => {
  expect(await thread.ask({ bytes: await bytes(), drawing }, never)).toBeUndefined()
  expect(await thread.ask({ bytes: await whole(), drawing }, never)).toBeInstanceOf(Uint8Array)
})

test('a picture that never ends takes its CPU time, which is counted, and no more', async () => {
  const impatient = drawer(400)
  expect(await impatient.ask({ bytes: await endless(), drawing }, never)).toBeUndefined()
  expect(impatient.lostMs).toBeGreaterThan(400)
  expect(await impatient.ask({ bytes: undefined, drawing }, never)).toBeInstanceOf(Uint8Array)
  await impatient.close()
})

test('an interruption does not wait for a picture', async () => {
  const controller = new AbortController()
  const drawn = thread.ask({ bytes: await endless(), drawing }, controller.signal)
  setTimeout(() => controller.abort(new Error('enough')), 200)
  await expect(drawn).rejects.toThrow('enough')
})
