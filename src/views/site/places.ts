import { ABOUT, CATEGORIES, fileAt, HOME, pageAt, SEARCH, withBase } from '../../routes.ts'
import { isApp, isDrawable } from './app.ts'
import type { Site } from './site.ts'

/** The addresses of unique resources as used in the page. */
export function placesOf(site: Pick<Site, 'base' | 'root' | 'toRoot' | 'logo' | 'config'>) {
  const { base, root, toRoot, logo } = site
  const whole = withBase(root, '/')
  return {
    home: pageAt(site, HOME),
    /** The root of the language's pages. */
    base: toRoot === undefined ? withBase(base, '/') : toRoot + withBase(base, '/').slice(whole.length),
    /** The root of files shared by all languages. */
    root: toRoot ?? whole,
    categories: pageAt(site, CATEGORIES),
    search: pageAt(site, SEARCH),
    about: pageAt(site, ABOUT),
    /** Files of public/, which every site has; the operator's logo replaces the icon, and an app has all icons generated from it. */
    touchIcon: logo && !(isApp(site) && isDrawable(logo)) ? undefined : fileAt(site, '/apple-touch-icon.png'),
    socialCard: fileAt(site, '/social-card.png'),
    icon: fileAt(site, logo ? `/${logo.name}` : '/favicon.svg'),
  }
}
