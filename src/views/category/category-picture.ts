import { guideSchema } from '../../model/guide.ts'
import type { Image } from '../../model/media.ts'
import { readHead } from '../catalog/guide-head.ts'
import { readIfReadable } from '../catalog/records.ts'
import { type Picture, pictureOf } from '../media/picture.ts'
import { guideKey } from '../site/links.ts'
import type { Site } from '../site/site.ts'
import type { CategoryEntry } from './category-tree.ts'

/** How many categories and guides are tried before a category is left without a picture. */
const GUIDES_ASKED = 4
const CATEGORIES_ASKED = 12
/** Guide details are larger than list items. */
const GUIDES_READ = 1

/**
 * The picture of a category without one of its own: that of the first guide in or below it, current guides before archived ones; otherwise
 * the picture of a guide's last step, which usually shows the reassembled device.
 */
export async function pictureOfGuides(site: Site, category: CategoryEntry): Promise<Picture | undefined> {
  const guides = guidesFrom(site, category)
  for (const guideid of guides) {
    const picture = pictureOf(site, (await readHead(site, guideid))?.image, '')
    if (picture) return picture
  }
  for (const guideid of guides.slice(0, GUIDES_READ)) {
    const picture = await pictureOfSteps(site, guideid)
    if (picture) return picture
  }
  return undefined
}

function guidesFrom({ catalog }: Site, category: CategoryEntry): number[] {
  const queue = [category]
  const found: number[] = []
  for (let at = 0; at < queue.length && at < CATEGORIES_ASKED; at++) {
    const { guideids = [], children = [] } = queue[at] ?? {}
    const current = guideids.filter((guideid) => catalog.guides.get(guideid)?.archived === false)
    found.push(...(current.length > 0 ? current : guideids).slice(0, GUIDES_ASKED))
    queue.push(...children.filter(({ guideCount }) => guideCount > 0))
  }
  return found
}

async function pictureOfSteps(site: Site, guideid: number): Promise<Picture | undefined> {
  const guide = await readIfReadable(site.cache, guideKey(site, guideid), guideSchema)
  for (const { media } of guide?.steps.toReversed() ?? []) {
    if (media?.type !== 'image') continue
    for (const image of media.data as Image[]) {
      const picture = pictureOf(site, image, '')
      if (picture) return picture
    }
  }
  return undefined
}
