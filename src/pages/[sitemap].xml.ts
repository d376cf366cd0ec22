import type { APIRoute } from 'astro'
import { site } from '../views/site.ts'
import { sitemapFiles } from '../views/sitemap.ts'

export async function getStaticPaths() {
  return (await sitemapFiles(await site())).map(({ name, xml }) => ({ params: { sitemap: name }, props: { xml } }))
}

export const GET: APIRoute<{ xml: string }> = ({ props }) => new Response(props.xml, { headers: { 'Content-Type': 'application/xml' } })
