import { site } from '../views/site.ts'
import { robotsText } from '../views/sitemap.ts'

export const GET = async (): Promise<Response> => new Response(robotsText(await site()))
