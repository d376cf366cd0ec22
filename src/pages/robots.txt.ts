import { site } from '../views/site/site.ts'
import { robotsText } from '../views/site/sitemap.ts'

export const GET = async (): Promise<Response> => new Response(robotsText(await site()))
