import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Parser } from 'htmlparser2'
import { isAsPlaced } from '../../../src/publish/drawing.ts'
import { filesBelow } from '../../../src/disk/files-below.ts'

/** The extensions of what a browser opens as a page. */
const PAGES = /^\.(x?html?|xht|svgz?|xml|xslt?|mml|mathml|pdf|js|mjs)$/
const ACTIVE_ELEMENTS =
  /^(script|iframe|frame|object|embed|applet|base|form|link|meta|style|portal|template|svg|math|noscript|input|button)$/
const ADDRESSES = /^(href|src|srcset|poster|action|formaction|data|background|cite|ping|xlink:href)$/
const SAFE_ADDRESS = /^(https?:\/\/|\/(?!\/)|#|mailto:|tel:|$)/

/** Active elements and attributes that a good page has. */
export type Known = ReadonlySet<string>

/** These are also ours, on pages of more entries than the good site has. */
const FIND_TOOLS = '<aria-label autocomplete=off data-find input placeholder type=search>'

/** All active elements and attributes on the pages of a site without hostile parts. */
export async function knownActs(folder: string): Promise<Known> {
  const known = new Set([FIND_TOOLS])
  for await (const file of filesBelow(folder))
    if (file.endsWith('.html')) for (const act of actsOf(await textOf(folder, file))) known.add(act)
  return known
}

/** Active content of a site that is not ours, by file; all else on a page must be text and pictures. */
export async function strangeActs(folder: string, known: Known): Promise<string[]> {
  const strange: string[] = []
  for await (const file of filesBelow(folder)) {
    const kind = extname(file).toLowerCase()
    if (kind === '.html')
      for (const act of actsOf(await textOf(folder, file))) if (!known.has(act)) strange.push(`${file}: ${act.slice(0, 200)}`)
    if (PAGES.test(kind) && file.startsWith('media/') && !isHarmless(join(folder, file), kind))
      strange.push(`${file}: a file that a browser runs`)
  }
  return strange
}

/** An SVG must equal its sanitized form; a PDF is restricted by browsers. */
const isHarmless = (path: string, kind: string): boolean => kind === '.pdf' || (kind === '.svg' && isAsPlaced(path))

function* actsOf(html: string): Generator<string> {
  const acts: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      const values = Object.entries(attributes)
      const isActive = ACTIVE_ELEMENTS.test(name)
      if (isActive) acts.push(`<${[name, ...values.map(([key, value]) => shapeOf(key, value))].sort().join(' ')}>`)
      for (const [key, value] of values) {
        if (/^(on|style$|srcdoc$|http-equiv$)/i.test(key) && !isActive) acts.push(`${name} ${key}`)
        if (ADDRESSES.test(key) && !SAFE_ADDRESS.test(value)) acts.push(`${name} ${key}=${value.slice(0, 60)}`)
        if (/^(src|srcset|poster)$/.test(key) && !value.startsWith('/')) acts.push(`${name} ${key}=${value.slice(0, 60)}`)
      }
    },
  })
  parser.end(html)
  yield* new Set(acts)
}

/** The name of our icon does not affect what it does. */
const ICON = /\bicon-[a-z-]+/

/** Interface texts and addresses differ between sites; everything else of an active element must be as on a good page. */
const shapeOf = (key: string, value: string): string =>
  /^(content|title|aria-label|placeholder|value|href|id|for|name|d|data-.*|property|hreflang)$/.test(key)
    ? key
    : `${key}=${value.replace(ICON, 'icon')}`

const textOf = (folder: string, file: string): Promise<string> => readFile(join(folder, file), 'utf8')
