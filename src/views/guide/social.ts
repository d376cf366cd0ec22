import { fileAt } from '../../routes.ts'
import { isDecodable, settable, socialFile, type SocialPicture } from '../../social/social-name.ts'
import { readHead } from '../catalog/card.ts'
import { titleOf } from '../catalog/names.ts'
import { type Picture, pictureOf, srcFor } from '../media/picture.ts'
import type { Site } from '../site/site.ts'
import { question } from '../trace/tracked-site.ts'

/** In pixels: less would be blurred at the width that social networks show. */
const WIDE_ENOUGH = 800

/** A guide's picture for social networks; undefined if disabled, or if none can be generated from its title and picture. */
export async function socialPictureOf(site: Site, guideid: number): Promise<SocialPicture | undefined> {
  return site.config.socialPictures && site.address !== undefined ? asked(site, guideid) : undefined
}

/** The address of that picture for use in the page. */
export async function socialAddressOf(site: Site, guideid: number): Promise<string | undefined> {
  const picture = await socialPictureOf(site, guideid)
  return picture && fileAt(site, `/${socialFile(picture)}`)
}

const asked = question('social picture', async (site: Site, guideid: number): Promise<SocialPicture | undefined> => {
  const head = await readHead(site, guideid)
  const title = head && settable(titleOf(site, { guideid, title: head.title }))
  const picture = fileFor(pictureOf(site, head?.image, ''))
  return title && picture && isDecodable(picture) ? { title, siteName: site.name, picture } : undefined
})

/** The file of a wide enough size, which the guide's page also uses. */
const fileFor = (picture: Picture | undefined): string | undefined =>
  picture && /media\/[0-9a-f]{2}\/[\w-]+\.\w+$/.exec(srcFor(picture, WIDE_ENOUGH))?.[0]
