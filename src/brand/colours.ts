import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { sentence, unusable, UsageError } from '../errors.ts'
import { contrast, type Faint, faintPairs, mix, PAIRS, readableShade, TEXT_CONTRAST } from './contrast.ts'
import { type Palette, type Palettes, palettesIn, type Scheme, SCHEMES } from './tokens.ts'

const paletteSchema = z.record(z.string(), z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i)).default({})
const fileSchema = z.strictObject({ light: paletteSchema, dark: paletteSchema })

const TOWARDS = { light: '#000000', dark: '#ffffff' } as const

/**
 * The colour tokens of a site: from an accent (`#rrggbb`, '' for the default), from which related colours are derived, and a JSON file of single
 * colours, which take precedence. Throws a {@link UsageError} for a file that cannot be used, and for text with insufficient contrast.
 */
export async function ownTokens(css: string, accent: string, file: string): Promise<string> {
  if (!accent && !file) return css
  const defaults = palettesIn(css)
  const given = file ? await readColours(file, defaults) : { light: {}, dark: {} }
  const light: Palette = { ...(accent && { accent }), ...given.light }
  const lightened = light.accent && { accent: readableShade(light.accent, groundsOf('accent', defaults.dark), TOWARDS.dark) }
  const own: Palettes = {
    light: withRelated('light', defaults.light, light),
    dark: withRelated('dark', defaults.dark, { ...lightened, ...given.dark }),
  }
  const all: Palettes = { light: { ...defaults.light, ...own.light }, dark: { ...defaults.dark, ...own.dark } }
  const [faintest] = faintPairs(all)
  if (faintest) throw new UsageError(faintSentence(faintest, all), { code: 'ERR_CONTRAST', option: file ? 'colours' : 'accent' })
  const names = new Set([...Object.keys(own.light), ...Object.keys(own.dark)])
  const lines = Array.from(names, (name) => `  --${name}: light-dark(${all.light[name] ?? ''}, ${all.dark[name] ?? ''});\n`)
  // Placed before the rules for print and for more contrast.
  return css.replace(/(?=@media)/, `:root {\n${lines.join('')}}\n\n`)
}

const softOf = (palette: Palette, accent: string): string => mix(palette.surface ?? '', accent, 0.12)

/** Adds the colours related to an accent: a stronger shade, a soft background, and the text on it. */
function withRelated(scheme: Scheme, defaults: Palette, given: Palette): Palette {
  const { accent } = given
  if (!accent) return given
  const own = { ...defaults, ...given }
  const { ink = '', paper = '', surface = '' } = own
  const [dark, light] = scheme === 'light' ? [ink, surface] : [paper, ink]
  return {
    accent,
    'accent-strong': mix(accent, TOWARDS[scheme], 0.25),
    'accent-soft': softOf(own, accent),
    'on-accent': contrast(accent, light) >= contrast(accent, dark) ? light : dark,
    ...given,
  }
}

/** The backgrounds of a text in a given shade: the soft accent is derived from the accent. */
const groundsOf = (text: string, palette: Palette) => (shade: string) =>
  (PAIRS[text] ?? []).flatMap((ground) =>
    ground === 'accent-soft' && text === 'accent' ? softOf(palette, shade) : (palette[ground] ?? []),
  )

function faintSentence({ scheme, text, ground, ratio }: Faint, all: Palettes): string {
  const [above = '', below = ''] = [all[scheme][text], all[scheme][ground]]
  const way = text.startsWith('on-') ? undefined : readableShade(above, groundsOf(text, all[scheme]), TOWARDS[scheme])
  const advice = way ? `The closest shade that can be read there is ${way}.` : 'Choose a colour that is further from it.'
  return `The colour "${text}" (${above}) can hardly be read on "${ground}" (${below}) in the ${scheme} scheme: the contrast is ${ratio.toFixed(2)}:1, and text needs ${TEXT_CONTRAST}:1. ${advice}`
}

async function readColours(file: string, defaults: Palettes): Promise<Palettes> {
  const cannotBe = (what: string, cause?: unknown) => unusable('colours', file, `The colours in ${file} cannot be ${what}.`, cause)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw cannotBe(`read: ${sentence(error)}`, error)
  })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw cannotBe(`read as JSON: ${sentence(error)}`, error)
  }
  const { data: given, error } = fileSchema.safeParse(json)
  if (!given)
    throw cannotBe(
      `used: ${error.issues[0]?.path.join('.') || 'the whole'} is not as in {"light": {"accent": "#a83f1b"}, "dark": {"accent": "#f49a6a"}}`,
    )
  for (const scheme of SCHEMES) {
    const unknown = Object.keys(given[scheme]).find((name) => !(name in defaults[scheme]))
    if (unknown !== undefined) throw cannotBe(`used: there is no "${unknown}". There are ${Object.keys(defaults[scheme]).join(', ')}`)
  }
  return given
}
