import { expect, test } from 'vitest'
import type { Colour } from '../../../src/cache/colours.ts'
import { mediaHash } from '../../../src/cache/layout.ts'
import { toneOf } from '../../../src/colours/palette.ts'
import { guideView } from '../../../src/views/guide/guide.ts'
import { pictureAt, pictureOf } from '../../../src/views/media/picture.ts'
import { thumbnailOf } from '../../../src/views/media/thumbnail.ts'
import { tableOf } from '../../colours/table.ts'
import { guide, guidesCache, image, siteOf } from '../small-site.ts'

const photo = image('photo', { thumbnail: [96, 72], standard: [300, 225], large: [800, 600] })
const urlOf = (size: string) => `https://media.example/photo.${size}`
const TONE = toneOf(0xc81e28)

const shown = guide(1, {
  introduction_rendered: `<p><img src="${urlOf('large')}" alt="" class="tone r0 g0 b0 featured"></p>`,
  steps: [{ stepid: 1, title: '', lines: [], media: { type: 'image', data: [photo.object] } }],
})

async function siteWith(colours: Record<string, Colour>) {
  const site = await siteOf(guidesCache([shown], { media: photo.media, manifest: { translations: ['de'] } }))
  const table = await tableOf(Object.entries(colours).map(([size, colour]) => [mediaHash(urlOf(size)), colour]))
  await table.write(site.config.cache)
  return site
}

test.each(['thumbnail', 'standard', 'large'])('a picture whose %s size alone has a colour has it in all of its places', async (size) => {
  const site = await siteWith({ [size]: 0xc81e28 })
  const picture = pictureOf(site, photo.object, '')
  expect(picture?.tone).toBe(TONE)
  expect(picture && thumbnailOf({ kind: 'pictures', pictures: [picture], missing: 0 })?.tone).toBe(TONE)
})

test('a picture in a text has its colour as classes, and none that the service gave it', async () => {
  const { introduction } = await guideView(await siteWith({ large: 0xc81e28 }), 1)
  expect(introduction).toContain(`class="${TONE}"`)
  expect(introduction).not.toContain('r0')
})

test('another language shows the same colour', async () => {
  const site = await siteWith({ thumbnail: 0xc81e28 })
  expect(pictureOf(await site.in('de'), photo.object, '')?.tone).toBe(TONE)
})

test('a picture has no tone where it has no colour, and where nobody has looked', async () => {
  for (const colours of [{ thumbnail: 'none' as const }, {}]) {
    const site = await siteWith(colours)
    expect(pictureOf(site, photo.object, '')).not.toHaveProperty('tone')
    expect(pictureAt(site, urlOf('large'), '')).not.toHaveProperty('tone')
    expect((await guideView(site, 1)).introduction).not.toContain('tone')
  }
})
