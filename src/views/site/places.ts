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
    icon: withBase(root, logo ? `/${logo.name}` : '/favicon.svg'),
  }
}
