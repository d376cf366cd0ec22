import { attributesOf, escapeHtml } from './escape.ts'

/** How much of a text is shown if its HTML exceeds the limits. */
const MAX_CHARACTERS = 100_000

/** The words of HTML that must not be parsed: tags are cut out heuristically, and no remaining text can be a tag. */
export function plainWords(html: string): string {
  return html
    .slice(0, MAX_CHARACTERS)
    .replace(/<[^<>]*>?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Says why the text is shortened, and where it can be read. */
export interface Notice {
  words: string
  /** A link to the original; '' for none. */
  href: string
  link: string
}

/** Those words as HTML, below a notice; `ours` are its language attributes. */
export function plainHtml(
  html: string,
  { words: why, href, link }: Notice,
  ours: Readonly<Record<string, string>>,
  content: 'flow' | 'phrasing',
): string {
  const lang = attributesOf(ours)
  const words = escapeHtml(plainWords(html))
  const away = href && ` <a class="leaving" rel="noopener external" href="${escapeHtml(href)}"${lang}>${escapeHtml(link)}</a>`
  const said = why && `<strong${lang}>${escapeHtml(why)}</strong>${away}`
  return content === 'flow' ? `${said && `<p>${said}</p>`}<p>${words}</p>` : `${said} ${words}`.trim()
}
