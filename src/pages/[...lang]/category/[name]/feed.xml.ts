import type { APIContext } from 'astro'
import { atomText } from '../../../../views/feeds/atom.ts'
import { categoryFeeds, feedView, FEED_TYPES } from '../../../../views/feeds/feed.ts'
import { site } from '../../../../views/site/site.ts'
import { pathsInEach } from '../../../../views/site/static-paths.ts'

export const getStaticPaths = () => pathsInEach(categoryFeeds)

export async function GET({ params: { lang }, props: { title } }: APIContext<{ title: string }>): Promise<Response> {
  return new Response(atomText(await feedView(await site(lang), title, 'xml')), { headers: { 'Content-Type': FEED_TYPES.xml } })
}
