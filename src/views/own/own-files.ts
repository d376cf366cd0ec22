import { join } from 'node:path'
import { ownPictureUrl } from '../../routes.ts'
import { site as openSite } from '../site/site.ts'

/** The operator's own files that pages use: their source, and their path from the site's root. */
export async function ownFiles(): Promise<{ from: string; to: string }[]> {
  const { config, logo, ownPages } = await openSite()
  const pictures = Array.from(ownPages.pictures.keys(), (file) => ({
    from: join(config.pages, file),
    to: decodeURIComponent(ownPictureUrl(file)),
  }))
  return logo ? [{ from: config.logo, to: `/${logo.name}` }, ...pictures] : pictures
}
