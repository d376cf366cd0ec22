import type { APIContext } from 'astro'
import { hasLlmsText, llmsText } from '../views/feeds/llms-text.ts'
import { site } from '../views/site/site.ts'

/** The file has one name; only a page with a parameter can be left out. */
export const getStaticPaths = async () => (hasLlmsText(await site()) ? [{ params: { llms: 'llms' } }] : [])

export const GET = async ({ url }: Pick<APIContext, 'url'>): Promise<Response> =>
  new Response(await llmsText(await site(undefined, url)), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
