import { copyText } from '../views/site/about.ts'
import { site } from '../views/site/site.ts'

/** When the copy last changed, in machine-readable form: only the about page contains it, or every page would change with it. */
export const GET = async (): Promise<Response> => new Response(copyText(await site()), { headers: { 'Content-Type': 'application/json' } })
