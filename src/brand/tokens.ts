import postcss from 'postcss'

/** The two colour schemes of every page. */
export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

/** Colours by the name of their token, without the leading dashes: `{ paper: '#faf6f0' }`. */
export type Palette = Readonly<Record<string, string>>
export type Palettes = Readonly<Record<Scheme, Palette>>

const COLOUR = /^(?:light-dark\((#[0-9a-f]{3,6}),\s*(#[0-9a-f]{3,6})\)|(#[0-9a-f]{3,6}))$/i

/** A cache: all pages use the same text. */
let last: { css: string; palettes: Palettes } | undefined

/** The colours of tokens.css, except those for contrast preferences in `@media`; later declarations win. */
export function palettesIn(css: string): Palettes {
  if (last?.css !== css) last = { css, palettes: readPalettes(css) }
  return last.palettes
}

function readPalettes(css: string): Palettes {
  const palettes: Record<Scheme, Record<string, string>> = { light: {}, dark: {} }
  postcss.parse(css).walkDecls(/^--/, ({ prop, value, parent }) => {
    const found = COLOUR.exec(value.trim())
    if (!found || parent?.parent?.type !== 'root') return
    const [, light, dark, plain = ''] = found
    palettes.light[prop.slice(2)] = light ?? plain
    palettes.dark[prop.slice(2)] = dark ?? plain
  })
  return palettes
}

/** The colour of the browser's own interface around a page: the page's background. */
export function themeColours(css: string): Record<Scheme, string | undefined> {
  const { light, dark } = palettesIn(css)
  return { light: light.paper, dark: dark.paper }
}
