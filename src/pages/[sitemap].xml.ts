import type { APIRoute } from 'astro'
import { site } from '../views/site/site.ts'
import { sitemapNames, sitemapXml } from '../views/site/sitemap.ts'

export async function getStaticPaths() {
  return (await sitemapNames(await site())).map((sitemap) => ({ params: { sitemap } }))
}

export const GET: APIRoute = async ({ params }) =>
  new Response(await sitemapXml(await site(), params.sitemap ?? ''), { headers: { 'Content-Type': 'application/xml' } })
