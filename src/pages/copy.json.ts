import { copyText } from '../views/site/about.ts'
import { site } from '../views/site/site.ts'

/** When the copy changed last, for whoever asks: no page but "about" says it, or every page would change with it. */
export const GET = async (): Promise<Response> => new Response(copyText(await site()), { headers: { 'Content-Type': 'application/json' } })
