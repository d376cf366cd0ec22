import type { APIContext } from 'astro'
import { atomText } from '../../views/feeds/atom.ts'
import { feedsIn, feedView, FEED_TYPES } from '../../views/feeds/feed.ts'
import { site } from '../../views/site/site.ts'
import { pathsInEach } from '../../views/site/static-paths.ts'

export const getStaticPaths = () => pathsInEach((site) => (feedsIn(site).includes('') ? [{ params: {} }] : []))

export async function GET({ params: { lang } }: APIContext): Promise<Response> {
  return new Response(atomText(await feedView(await site(lang), '', 'xml')), { headers: { 'Content-Type': FEED_TYPES.xml } })
}
