import { join } from 'node:path'
import { ownPictureUrl } from '../../routes.ts'
import { site as openSite } from '../site/site.ts'

/** The operator's own files that pages show: where they lie, and where they belong in the site, as a path from its root. */
export async function ownFiles(): Promise<{ from: string; to: string }[]> {
  const { config, logo, ownPages } = await openSite()
  const pictures = Array.from(ownPages.pictures.keys(), (file) => ({
    from: join(config.pages, file),
    to: decodeURIComponent(ownPictureUrl(file)),
  }))
  return logo ? [{ from: config.logo, to: `/${logo.name}` }, ...pictures] : pictures
}
