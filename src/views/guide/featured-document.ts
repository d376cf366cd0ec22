import type { Guide } from '../../model/guide.ts'
import { type DocumentView, documentViews } from '../media/media.ts'
import { pictureAt } from '../media/picture.ts'
import { originalOf } from '../site/links.ts'
import type { Site } from '../site/site.ts'

/** The document that the guide shows first: one of its own, or an address with a picture (specification, section 2.4). */
export async function featuredDocument(site: Site, guide: Guide): Promise<DocumentView | undefined> {
  const own = guide.documents.find(({ documentid }) => documentid === guide.featured_documentid && documentid !== 0)
  const picture = pictureAt(site, guide.featured_document_thumbnail_url, '')
  const [view] = own ? await documentViews(site, [own]) : []
  const href = originalOf(site, guide.featured_document_embed_url)
  if (view) return { ...view, picture: picture ?? view.picture }
  if (!href) return undefined
  return { title: site.words.say('media.featuredDocument'), href, download: undefined, leaving: true, facts: [], date: undefined, picture }
}
