import { escapeHtml } from './escape.ts'

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

/** Those words as HTML, below a sentence that says why there are no more. */
export function plainHtml(html: string, notice: string, content: 'flow' | 'phrasing'): string {
  const words = escapeHtml(plainWords(html))
  const said = notice && `<strong>${escapeHtml(notice)}</strong>`
  return content === 'flow' ? `${said && `<p>${said}</p>`}<p>${words}</p>` : `${said} ${words}`.trim()
}
