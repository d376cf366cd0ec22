/** The two schemes that every page has. */
export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

/** Colours by the name of their token, without the dashes: `{ paper: '#faf6f0' }`. */
export type Palette = Readonly<Record<string, string>>

const HEX = '(#[0-9a-f]{3,6})'
const TOKEN = new RegExp(`^[ \\t\\f]*--([\\w-]+):\\s*(?:light-dark\\(${HEX},\\s*${HEX}\\)|${HEX});`, 'gim')

/** The colours of tokens.css as they are without further wishes for contrast; a later one of the same name counts. */
export function palettesIn(css: string): Record<Scheme, Palette> {
  const colours = [...css.replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '').matchAll(TOKEN)]
  const inScheme = (pick: (token: RegExpMatchArray) => string | undefined): Palette =>
    Object.fromEntries(colours.map((token): [string, string] => [token[1] ?? '', pick(token) ?? '']))
  return { light: inScheme(([, , light, , plain]) => light ?? plain), dark: inScheme(([, , , dark, plain]) => dark ?? plain) }
}

/** What browsers colour around a page: as its ground. */
export function themeColours(css: string): Record<Scheme, string | undefined> {
  const { light, dark } = palettesIn(css)
  return { light: light.paper, dark: dark.paper }
}
