import type { APIContext } from 'astro'
import { jsonFeedText } from '../../views/feeds/json-feed.ts'
import { feedsIn, feedView, FEED_TYPES } from '../../views/feeds/feed.ts'
import { site } from '../../views/site/site.ts'
import { pathsInEach } from '../../views/site/static-paths.ts'

export const getStaticPaths = () => pathsInEach((site) => (feedsIn(site).includes('') ? [{ params: {} }] : []))

export async function GET({ params: { lang } }: APIContext): Promise<Response> {
  return new Response(jsonFeedText(await feedView(await site(lang), '', 'json')), { headers: { 'Content-Type': FEED_TYPES.json } })
}
