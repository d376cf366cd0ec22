import { type Image, imageDetailSchema } from '../../model/media.ts'
import { pictureOf } from '../media/picture.ts'
import { readIfReadable } from '../catalog/records.ts'
import type { Site } from '../site/site.ts'
import { onceFor, question } from '../trace/tracked-site.ts'

/** The metadata of a picture. */
export type PictureFacts = NonNullable<Awaited<ReturnType<typeof factsOf>>>

/** The service's names for aspect ratios; `VARIABLE` is none. */
const RATIOS = new Map(Object.entries({ FOUR_THREE: '4:3', THREE_FOUR: '3:4', ONE_ONE: '1:1', SIXTEEN_NINE: '16:9' }))
/** A camera writes hundreds of EXIF fields. */
const MAX_EXIF = 12

/** The metadata of pictures whose own records were copied (specification, section 2.12), without duplicates. */
export async function pictureFacts(site: Site, images: readonly (Image | null | undefined)[]): Promise<PictureFacts[]> {
  if (!(await hasDetails(site))) return []
  const byId = new Map(images.flatMap((image) => (image?.id && image.id > 0 ? [[image.id, image] as const] : [])))
  const found = await Promise.all(Array.from(byId, ([id, image]) => factsOf(site, id, image)))
  return found.filter((facts) => facts !== undefined)
}

async function factsOf(site: Site, id: number, image: Image) {
  const detail = await readIfReadable(site.cache, { kind: 'image', id: String(id) }, imageDetailSchema)
  const picture = pictureOf(site, image, '')
  if (!detail || !picture) return undefined
  const { width, height, ratio, exif } = detail
  const taken = Object.entries(exif).flatMap(([name, value]) => (isPlain(value) ? [`${name}: ${value}`] : []))
  return {
    picture,
    /** `1600 × 1200`, `4:3`, `Software: GIMP`. */
    facts: [width && height ? `${width} × ${height}` : '', RATIOS.get(ratio) ?? '', ...taken.slice(0, MAX_EXIF)].filter(Boolean),
  }
}

const isPlain = (value: unknown): value is string | number => (typeof value === 'string' && value !== '') || typeof value === 'number'

/** Most caches have none; pages skip the lookup then. */
const hasDetails = question(
  'has details of pictures',
  onceFor(async ({ cache }: Site) => !(await cache.keys('image')[Symbol.asyncIterator]().next()).done),
)
