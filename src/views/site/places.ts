import { ABOUT, CATEGORIES, fileAt, HOME, pageAt, SEARCH, withBase } from '../../routes.ts'
import { isApp, isDrawable } from './app.ts'
import type { Site } from './site.ts'

/** The addresses of what exists once, as the page writes them. */
export function placesOf(site: Pick<Site, 'base' | 'root' | 'toRoot' | 'logo' | 'config'>) {
  const { base, root, toRoot, logo } = site
  const whole = withBase(root, '/')
  return {
    home: pageAt(site, HOME),
    /** The folder of the language's pages. */
    base: toRoot === undefined ? withBase(base, '/') : toRoot + withBase(base, '/').slice(whole.length),
    /** The folder of the files that all languages share. */
    root: toRoot ?? whole,
    categories: pageAt(site, CATEGORIES),
    search: pageAt(site, SEARCH),
    about: pageAt(site, ABOUT),
    /** Files of public/, as every site has them; a logo of one's own takes the place of the icon, and an app has all icons drawn of it. */
    touchIcon: logo && !(isApp(site) && isDrawable(logo)) ? undefined : fileAt(site, '/apple-touch-icon.png'),
    socialCard: fileAt(site, '/social-card.png'),
    icon: fileAt(site, logo ? `/${logo.name}` : '/favicon.svg'),
  }
}
