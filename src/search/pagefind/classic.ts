const EXPORTS = /export\s*\{\s*([\w$]+(?:\s*,\s*[\w$]+)*)\s*\};?\s*$/
const OWN_ADDRESS = /import\.meta\.url/g

/**
 * Pagefind's module as the text of a function that returns its exports. Its `fetch`, and the document from which it reads its language, are
 * arguments; each call creates a separate module. Throws a TypeError for a module of another form.
 */
export function asFunction(module: string): string {
  const [all = '', names = ''] = EXPORTS.exec(module) ?? []
  const body = module.slice(0, module.length - all.length).replace(OWN_ADDRESS, 'undefined')
  if (!names || /\bimport\b|\bexport\b/.test(body.replace(/(["'`])(?:\\.|(?!\1).)*?\1/gs, '')))
    throw new TypeError('The module of Pagefind has another form than this version knows.')
  return `(fetch,document)=>{${body};return{${names.trim()}}}`
}

const MADE = 'export default '

/** Pagefind's module as one that exports {@link asFunction} of it. */
export const asFactory = (module: string): string => `${MADE}${asFunction(module)}\n`

/** The function from a module made by {@link asFactory}. */
export const functionIn = (factory: string): string => factory.slice(MADE.length).trim()
