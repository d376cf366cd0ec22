import type { APIContext } from 'astro'
import { isApp } from '../../../views/site/app.ts'
import { site } from '../../../views/site/site.ts'
import { pathsInEach } from '../../../views/site/static-paths.ts'
import { wordsForBrowser } from '../../../words/browser.ts'

export const getStaticPaths = () => pathsInEach((site) => (isApp(site) ? [{ params: {} }] : []))

/** The texts shown while saving, for pages with a save button. */
export async function GET({ params: { lang } }: APIContext): Promise<Response> {
  return new Response(wordsForBrowser((await site(lang)).words, ['keep']), { headers: { 'Content-Type': 'application/json' } })
}
