import type { APIContext } from 'astro'
import { site } from '../../../views/site/site.ts'
import { pathsInEach } from '../../../views/site/static-paths.ts'
import { wordsForBrowser } from '../../../words/browser.ts'

export const getStaticPaths = () => pathsInEach(() => [{ params: {} }])

/** The search's texts in a language, for every page with a search box. */
export async function GET({ params: { lang } }: APIContext): Promise<Response> {
  return new Response(wordsForBrowser((await site(lang)).words), { headers: { 'Content-Type': 'application/json' } })
}
