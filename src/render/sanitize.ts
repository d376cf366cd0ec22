import sanitizeHtml from 'sanitize-html'
import type { HtmlBudget } from '../model/html-limits.ts'

const words = (text: string): string[] => text.split(' ')
const plain = (elements: string): Record<string, string[]> => Object.fromEntries(words(elements).map((element) => [element, []]))

/** Attributes allowed on any element. An `id` comes from the rewriter, which keeps it distinct from the page's own. */
const EVERYWHERE = words('id title lang dir')

/** Elements of running text, with their additional attributes. */
const PHRASING: Record<string, string[]> = {
  ...plain('abbr b bdi bdo br cite code del dfn em i ins kbd mark q s samp small span strong sub sup u var wbr'),
  a: words('href rel data-embed data-label'),
  img: words('src alt width height loading decoding'),
  time: ['datetime'],
}

const BLOCKS: Record<string, string[]> = {
  ...plain('blockquote caption dd div dl dt figcaption figure h2 h3 h4 h5 h6 hr p pre summary table tbody tfoot thead tr ul'),
  ol: words('start reversed type'),
  li: ['value'],
  td: words('colspan rowspan'),
  th: words('colspan rowspan scope'),
  details: ['open'],
}

/** Elements that start a new line where only running text is allowed. */
export const LINE_BREAKERS: ReadonlySet<string> = new Set([...Object.keys(BLOCKS), 'h1', 'section', 'article', 'center'])

/** The services' own classes in the stylesheet, and two for alignment. */
const CLASSES: (string | RegExp)[] = [
  ...words('table-container featured align-center align-right'),
  /^(image|video)Box(_(left|right|center))?$/,
]

/** Elements removed with their content: it is not text for readers, or parsers disagree on its end. */
export const WITHOUT_TEXT: ReadonlySet<string> = new Set(
  words('script style textarea option select xmp noembed noframes plaintext svg math template title canvas button'),
)

const allowList = (elements: Record<string, string[]>): sanitizeHtml.IOptions => ({
  allowedTags: Object.keys(elements),
  allowedAttributes: { ...elements, '*': EVERYWHERE },
  allowedClasses: { a: ['leaving', 'embed'], '*': CLASSES },
  allowedSchemes: words('http https mailto tel'),
  allowedSchemesAppliedToAttributes: words('href src data-embed'),
  allowProtocolRelative: false,
  nonTextTags: [...WITHOUT_TEXT],
  selfClosing: words('img br hr wbr'),
  enforceHtmlBoundary: false,
  parseStyleAttributes: false,
})

const ALLOWED = { phrasing: allowList(PHRASING), flow: allowList({ ...PHRASING, ...BLOCKS }) }

/**
 * Untrusted HTML as well-formed HTML from the allow-list: `flow` with blocks and headings from h2, `phrasing` without. The rewriter sees
 * each element first; its output is checked against the same list. Throws an HtmlExcess.
 */
export function sanitize(
  html: string,
  content: 'flow' | 'phrasing',
  rewriter: Pick<sanitizeHtml.IOptions, 'transformTags' | 'exclusiveFilter'>,
  budget: HtmlBudget,
): string {
  budget.begin(html)
  const watch = { onOpenTag: () => budget.open(), onCloseTag: () => budget.close() }
  return sanitizeHtml(html, { ...ALLOWED[content], ...rewriter, ...watch })
}
