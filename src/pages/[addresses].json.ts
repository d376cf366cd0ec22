import type { APIContext } from 'astro'
import { serviceAddresses } from '../views/site/links.ts'
import { site } from '../views/site/site.ts'

/** The file has one name; only a page with a parameter can be left out. */
export const getStaticPaths = async () => ((await site()).catalog.addresses ? [{ params: { addresses: 'addresses' } }] : [])

export const GET = async ({ url }: Pick<APIContext, 'url'>): Promise<Response> =>
  new Response(JSON.stringify(Object.fromEntries(serviceAddresses(await site(undefined, url)))), {
    headers: { 'Content-Type': 'application/json' },
  })
