import { ABOUT, CATEGORIES, HOME, SEARCH, withBase } from '../../routes.ts'
import type { Site } from './site.ts'

/** The addresses of what exists once, base included. */
export function placesOf({ base, root, logo }: Pick<Site, 'base' | 'root' | 'logo'>) {
  return {
    home: withBase(base, HOME),
    /** Where the files lie that all languages share. */
    root: withBase(root, '/'),
    categories: withBase(base, CATEGORIES),
    search: withBase(base, SEARCH),
    about: withBase(base, ABOUT),
    /** Files of public/, as every site has them; a logo of one's own takes the place of the icon. */
    touchIcon: logo ? undefined : withBase(root, '/apple-touch-icon.png'),
    socialCard: withBase(root, '/social-card.png'),
    icon: withBase(root, logo ? `/${logo.name}` : '/favicon.svg'),
  }
}
