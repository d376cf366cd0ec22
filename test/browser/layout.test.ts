import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { COMPARED } from '../../scripts/screenshots/layout/compared.ts'
import { ALLOWED_SHARE, readKept } from '../../scripts/screenshots/layout/kept.ts'
import { compare, takeSmall } from '../../scripts/screenshots/layout/picture.ts'
import { inMachineFonts, launchSteady } from '../../scripts/screenshots/layout/steady.ts'
import { sweepOr } from '../sweep.ts'

const ACCEPT = 'If this is meant, run "npm run screenshots -- --accept" and commit the pictures.'
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`

let browser: Browser
/** Has what is to be looked at, where anything is. */
let folder: string | undefined
beforeAll(async () => {
  browser = await launchSteady()
})
afterAll(() => browser.close())

/** A sentence that says what differs and what to do, after the pictures were written; '' where nothing does. */
async function complaint(name: string, kept: Buffer | undefined, taken: Buffer): Promise<string> {
  const difference = kept && (await compare(kept, taken))
  if (difference && difference.share <= ALLOWED_SHARE) return ''
  folder ??= await mkdtemp(join(tmpdir(), 'benchbook-layout-'))
  await writeFile(join(folder, `${name}.webp`), taken)
  if (!difference) return `There is no picture of ${name} to compare with; this is how it looks: ${folder}. ${ACCEPT}`
  await writeFile(join(folder, `${name}-difference.png`), await difference.picture())
  return `${name} looks different in ${percent(difference.share)} of its picture, and ${percent(ALLOWED_SHARE)} are allowed, with Chromium ${browser.version()}: see ${folder}. ${ACCEPT}`
}

test('what has moved, or is there in one picture alone, is a difference; what is a little lighter is none', async () => {
  const picture = (height: number, colour: string, top: number) =>
    sharp({ create: { width: 100, height, channels: 3, background: '#fff' } })
      .composite([{ input: { create: { width: 20, height: 10, channels: 3, background: colour } }, left: 40, top }])
      .webp({ lossless: true })
      .toBuffer()
  const kept = await picture(100, '#000', 30)
  const shareOf = async (other: Promise<Buffer>) => (await compare(kept, await other)).share
  expect(await shareOf(picture(100, '#000', 30))).toBe(0)
  expect(await shareOf(picture(100, '#222', 30))).toBe(0)
  expect(await shareOf(picture(100, '#000', 34))).toBe(0.016)
  expect(await shareOf(picture(125, '#000', 30))).toBe(0.2)
  expect(await shareOf(picture(80, '#000', 30))).toBe(0.2)
})

const isInTest = ({ name }: { name: string }): boolean => ['home-desktop', 'guide-phone'].includes(name)

describe('a page looks as the picture of it in the repository, in letters of no machine', () => {
  test.for(sweepOr(COMPARED, isInTest).map((compared) => [compared.name, compared] as const))('%s', async ([name, compared]) => {
    let machineFonts: string[] = []
    const taken = await takeSmall(browser, inject('siteUrl'), compared, async (page) => {
      machineFonts = await inMachineFonts(page)
    })
    expect(machineFonts).toEqual([])
    expect(await complaint(name, await readKept(name), taken)).toBe('')
  })
})
