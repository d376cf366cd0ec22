import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imageSize } from 'image-size'
import { expect, test } from 'vitest'
import { linked } from '../../src/disk/copy.ts'
import { sha256Of } from '../../src/disk/sha256.ts'
import { linesOf } from '../../src/social/title-drawing.ts'
import { placeSocial as placeAnywhere, type SocialPlaces } from '../../src/social/place-social.ts'
import { settable, socialFile, type SocialPicture } from '../../src/social/social-name.ts'
import { guideView } from '../../src/views/guide/guide.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { SAMPLE } from '../replica/peer.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import { guide, guidesCache, image, siteOf } from '../views/small-site.ts'

const HOSTILE = 'media/aa/hostile-800x600.jpg'

/** Draws pictures into a site that has its media. */
const placeSocial = (
  { before, site, hashes = new Map() }: Partial<SocialPlaces> & { before: string; site: string },
  wanted: SocialPicture[],
) =>
  placeAnywhere(
    { before, hashes, site, mediaAt: (file) => join(site, file), reuse: (file) => linked(join(before, file), join(site, file)) },
    wanted,
  )

/** A picture of the sample, as a file of a site. */
async function siteWithPicture(): Promise<{ site: string; picture: string }> {
  const files = await Array.fromAsync(filesBelow(SAMPLE, 'media'))
  const found = files.find((file) => /-800x600.*\.(?:webp|jpg)$/.test(file)) ?? ''
  const picture = await readFile(join(SAMPLE, found))
  return { site: await temporaryFolder({ [found]: picture, [HOSTILE]: 'GIF89a, says the picture, and is none' }), picture: found }
}

test('a picture for social networks is a JPEG of 1200 by 630 pixels, and the same bytes each time', async () => {
  const { site, picture } = await siteWithPicture()
  const wanted = { title: 'Bicycle Chain Cleaning', siteName: 'Mendery', picture }
  const file = join(site, socialFile(wanted))
  expect(await placeSocial({ before: '/none', site }, [wanted, wanted])).toBe(1)
  const first = await readFile(file)
  expect(imageSize(first)).toMatchObject({ type: 'jpg', width: 1200, height: 630 })
  await rm(file)
  await placeSocial({ before: '/none', site }, [wanted])
  expect(first.equals(await readFile(file))).toBe(true)
})

test('an unreadable or missing picture leaves the title on a plain background, and the next one is drawn', async () => {
  const { site, picture } = await siteWithPicture()
  const wanted = [HOSTILE, 'media/aa/missing-800x600.png', picture].map((picture) => ({ title: 'Boil', siteName: '', picture }))
  expect(await placeSocial({ before: '/none', site }, wanted)).toBe(3)
  const drawn = await Promise.all(wanted.map((one) => readFile(join(site, socialFile(one)))))
  expect(drawn.map((bytes) => imageSize(bytes).width)).toEqual([1200, 1200, 1200])
  expect(drawn[0]?.equals(drawn[1] ?? Buffer.of())).toBe(true)
  expect(drawn[0]?.equals(drawn[2] ?? Buffer.of())).toBe(false)
})

test('a picture of the previous site is reused if unchanged since its build, and otherwise drawn again', async () => {
  const { site: before, picture } = await siteWithPicture()
  const wanted = { title: 'Boil', siteName: '', picture }
  const file = socialFile(wanted)
  await placeSocial({ before: '/none', site: before }, [wanted])
  const hashes = new Map([[file, sha256Of(join(before, file))]])
  const next = await temporaryFolder()
  expect(await placeSocial({ before, hashes, site: next }, [wanted])).toBe(0)
  expect((await stat(join(next, file))).ino).toBe((await stat(join(before, file))).ino)
  await rm(join(next, file))
  await writeFile(join(before, file), 'changed')
  const { site: third } = await siteWithPicture()
  expect(await placeSocial({ before, hashes, site: third }, [wanted])).toBe(1)
})

test('a title is split into as many lines as fit, and the last one shows that it was cut', () => {
  expect(linesOf('Boil', 10, 3)).toHaveLength(1)
  expect(linesOf('word '.repeat(40).trim(), 10, 3)).toHaveLength(3)
  for (const { width } of linesOf(`${'w'.repeat(300)} a`, 10, 3)) expect(width).toBeLessThanOrEqual(10)
})

test.each([
  ['Kessel öffnen – Teil 2', true],
  ['Чистка цепи', true],
  ['Αλλαγή μπαταρίας', true],
  ['電池交換', false],
  ['تبديل البطارية', false],
  ['', false],
])('%j can be set with the fonts of a site: %s', (title, isSet) => {
  expect(settable(title) !== undefined).toBe(isSet)
})

test('a guide names its drawn picture for social networks, or else its own', async () => {
  const [jpg, none] = [image('pot', { standard: [592, 444], large: [1600, 1200] }), undefined]
  const cache = guidesCache([guide(1, { image: jpg.object }), guide(2, { image: jpg.object, title: '電池' }), guide(3, { image: none })], {
    media: jpg.media,
  })
  const picturesIn = async (flags: object) => {
    const site = await siteOf(cache, { base: '/r/', ...flags })
    return Promise.all([1, 2, 3].map(async (id) => (await guideView(site, id)).head.picture))
  }
  const [first, second, third] = await picturesIn({ socialPictures: true, site: 'https://x.example' })
  expect(first).toMatch(/^\/r\/social\/[0-9a-f]{24}\.jpg$/)
  expect(second).toMatch(/^\/r\/media\//)
  expect(third).toBeUndefined()
  expect(await picturesIn({ site: 'https://x.example' })).toEqual([second, second, undefined])
  expect(await picturesIn({ socialPictures: true })).toEqual([second, second, undefined])
})
