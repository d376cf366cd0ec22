import { siteRoot } from '../../trusted/place.ts'

/** The path of the site, which tells it from others of the same host. All its languages share it. */
export const sitePath = (): string => new URL(siteRoot() ?? import.meta.env.BASE_URL, location.href).pathname
