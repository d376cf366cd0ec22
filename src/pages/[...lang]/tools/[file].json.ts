import type { APIContext } from 'astro'
import { toolFile, toolFiles } from '../../../views/item/tools.ts'
import { site } from '../../../views/site/site.ts'
import { pathsInEach } from '../../../views/site/static-paths.ts'

export const getStaticPaths = () => pathsInEach((site) => toolFiles(site).map((file) => ({ params: { file } })))

/** The data of the tools page: all tools, or the guides of one part of the site. */
export async function GET({ params: { lang, file = '' } }: APIContext): Promise<Response> {
  return new Response(toolFile(await site(lang), file), { headers: { 'Content-Type': 'application/json' } })
}
