import type { APIContext } from 'astro'
import tokens from '../../styles/tokens.css?raw'
import { isApp, manifestText } from '../../views/site/app.ts'
import { site } from '../../views/site/site.ts'
import { pathsInEach } from '../../views/site/static-paths.ts'

export const getStaticPaths = () => pathsInEach((site) => (isApp(site) ? [{ params: {} }] : []))

export async function GET({ params: { lang } }: APIContext): Promise<Response> {
  return new Response(manifestText(await site(lang), tokens), { headers: { 'Content-Type': 'application/manifest+json' } })
}
