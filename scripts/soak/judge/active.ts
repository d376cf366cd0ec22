import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Parser } from 'htmlparser2'
import { filesBelow } from '../../../src/disk/files-below.ts'
import { isSpoilt } from '../../../src/publish/drawing.ts'

/** The extensions of what a browser opens as a page. A PDF is restricted by browsers. */
const PAGES = /^\.(x?html?|xht|svgz?|xml|xslt?|mml|mathml|js|mjs)$/
const ACTIVE_ELEMENTS =
  /^(script|iframe|frame|object|embed|applet|base|form|link|meta|style|portal|template|svg|math|noscript|input|button)$/
const ACTIVE_ATTRIBUTES = /^(on|style$|srcdoc$|http-equiv$)/i
const ADDRESSES = /^(href|src|srcset|poster|action|formaction|data|background|cite|ping|xlink:href)$/
const SAFE_ADDRESS = /^(https?:\/\/|\/(?!\/)|#|mailto:|tel:|$)/
const LOADED = /^(src|srcset|poster)$/
/** Interface texts and addresses differ between sites; everything else of an active element must be as on a good page. */
const VARYING = /^(content|title|aria-label|placeholder|value|href|id|for|name|d|data-.*|property|hreflang)$/
/** The name of our icon does not affect what it does. */
const ICON = /\bicon-[a-z-]+/
/** This is also ours, on pages of more entries than the good site has. */
const FIND_TOOLS = '<aria-label autocomplete=off data-find input placeholder type=search>'

/**
 * All active elements on the pages of a site: those of one without hostile parts are known to be ours. Handlers, styles and unsafe addresses
 * of other elements are never ours; its texts may contain some too.
 */
export async function activeContent(folder: string): Promise<ReadonlySet<string>> {
  const known = new Set([FIND_TOOLS])
  for await (const file of filesBelow(folder))
    if (file.endsWith('.html'))
      for (const one of activeIn(await readFile(join(folder, file), 'utf8'))) if (one.startsWith('<')) known.add(one)
  return known
}

/** Active content of a site that is not known, by file; all else on a page must be text and pictures. */
export async function strangeContent(folder: string, known: ReadonlySet<string>): Promise<string[]> {
  const strange: string[] = []
  for await (const file of filesBelow(folder)) {
    const [path, kind] = [join(folder, file), extname(file).toLowerCase()]
    if (kind === '.html')
      for (const one of activeIn(await readFile(path, 'utf8'))) if (!known.has(one)) strange.push(`${file}: ${one.slice(0, 200)}`)
    // An SVG must equal its sanitized form.
    if (PAGES.test(kind) && file.startsWith('media/') && !(kind === '.svg' && isSpoilt(path) === false))
      strange.push(`${file}: a file that a browser runs`)
  }
  return strange
}

function activeIn(html: string): Set<string> {
  const found = new Set<string>()
  const parser = new Parser({
    onopentag(name, attributes) {
      const values = Object.entries(attributes)
      const isActive = ACTIVE_ELEMENTS.test(name)
      const shapes = values.map(([key, value]) => (VARYING.test(key) ? key : `${key}=${value.replace(ICON, 'icon')}`))
      if (isActive) found.add(`<${[name, ...shapes].sort().join(' ')}>`)
      for (const [key, value] of values) {
        if (ACTIVE_ATTRIBUTES.test(key) && !isActive) found.add(`${name} ${key}`)
        const isUnsafe = (ADDRESSES.test(key) && !SAFE_ADDRESS.test(value)) || (LOADED.test(key) && !value.startsWith('/'))
        if (isUnsafe) found.add(`${name} ${key}=${value.slice(0, 60)}`)
      }
    },
  })
  parser.end(html)
  return found
}
