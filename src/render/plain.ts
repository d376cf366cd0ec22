import { attributesOf, escapeHtml } from './escape.ts'

/** As much of a text as is shown where its HTML is too much to be read. */
const MAX_CHARACTERS = 100_000

/** The words of HTML that no parser may be given: its tags are cut out, well or badly, and nothing that is left can be one. */
export function plainWords(html: string): string {
  return html
    .slice(0, MAX_CHARACTERS)
    .replace(/<[^<>]*>?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Says why there are no more words, and where the text can be read. */
export interface Notice {
  words: string
  /** Of a link to the original, where there is one; '' for none. */
  href: string
  link: string
}

/** Those words as HTML, below a notice; `ours` are the attributes that say its language. */
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
