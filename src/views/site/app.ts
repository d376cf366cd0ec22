import type { Logo } from '../../brand/logo.ts'
import { themeColours } from '../../brand/tokens.ts'
import { directionOf } from '../../words/words.ts'
import { fileAt, HOME, KEPT, pageAt, withBase } from '../../routes.ts'
import type { Site } from './site.ts'

/** True if browsers may install the site and save its content; never if its links are relative so that it can be opened from a disk. */
export const isApp = ({ config }: Pick<Site, 'config'>): boolean => config.app && config.links === 'root'

/** False for a logo that is used as it is because icons cannot be generated from it. */
export const isDrawable = ({ name }: Logo): boolean => !name.endsWith('.avif')

/** How a page can be saved on a device. */
export type KeepingView = NonNullable<ReturnType<typeof keepingOf>>

/** `lang` is the language whose list contains the page, `words` the address of the texts shown while saving. */
export const keepingOf = (site: Site) => (isApp(site) ? { lang: site.lang, words: pageAt(site, `${KEPT}words.json`) } : undefined)

/** The page that lists what is saved. */
export const keptAt = (site: Site): string => pageAt(site, KEPT)

/** The web app manifest of a site in a language (W3C). `tokens` is the style sheet with its colours. */
export function manifestText(site: Site, tokens: string): string {
  const { name, lang, logo, root } = site
  const { light = '#ffffff' } = themeColours(tokens)
  const png = (file: string, px: number, purpose: string) => ({
    src: fileAt(site, `/app/${file}-${px}.png`),
    sizes: `${px}x${px}`,
    type: 'image/png',
    purpose,
  })
  const own =
    logo && !isDrawable(logo)
      ? [{ src: fileAt(site, `/${logo.name}`), sizes: `${logo.width}x${logo.height}`, type: 'image/avif', purpose: 'any' }]
      : undefined
  return `${JSON.stringify(
    {
      id: withBase(root, '/'),
      name,
      short_name: name,
      lang,
      dir: directionOf(lang),
      start_url: pageAt(site, HOME),
      scope: withBase(root, '/'),
      display: 'standalone',
      background_color: light,
      theme_color: light,
      icons: own ?? [png('icon', 192, 'any'), png('icon', 512, 'any'), png('maskable', 192, 'maskable'), png('maskable', 512, 'maskable')],
      shortcuts: [{ name: site.words.say('keep.title'), url: keptAt(site) }],
    },
    null,
    2,
  )}\n`
}

/** The metadata of the page of saved content, which search engines must not index. */
export const keptHead = ({ words }: Site) => ({
  title: words.say('keep.title'),
  description: words.say('keep.lead'),
  path: KEPT,
  isEmpty: true,
})
