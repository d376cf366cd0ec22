import type { HtmlBudget } from '../model/html-limits.ts'

/** One piece of a text that needs no parser: words, one of five characters written as an entity, or a tag without attributes. */
const PIECE = /[^<>&]+|&(amp|lt|gt|quot|#0?39);|<(\/?)(p|b|i|u|s|em|strong|code|sub|sup)>|<(br) ?\/?>/y
const WRITTEN: Readonly<Record<string, string>> = { amp: '&amp;', lt: '&lt;', gt: '&gt;', quot: '"', '#39': "'", '#039': "'" }
const MEANT: Readonly<Record<string, string>> = { ...WRITTEN, amp: '&', lt: '<', gt: '>' }
/** Longer texts may exceed an {@link HtmlBudget} by themselves. */
const MAX_LENGTH = 3000

/**
 * The sanitizer's result for most of a service's texts, in a tenth of its time: paragraphs, formatting and line breaks, well nested and
 * without attributes. Undefined for all other texts, which need the sanitizer.
 */
export function simpleHtml(html: string, content: 'flow' | 'phrasing', budget: HtmlBudget): string | undefined {
  if (html.length > MAX_LENGTH) return undefined
  const open: string[] = []
  let [written, elements] = ['', 0]
  for (PIECE.lastIndex = 0; PIECE.lastIndex < html.length;) {
    const [piece, entity, slash, name, lineBreak] = PIECE.exec(html) ?? []
    if (piece === undefined) return undefined
    if (entity !== undefined) written += WRITTEN[entity] ?? ''
    else if (lineBreak !== undefined) {
      elements++
      written += '<br />'
    } else if (name === undefined) written += piece
    else if (slash) {
      if (open.pop() !== name) return undefined
      if (name !== 'p' || content === 'flow') written += piece
    } else {
      if (name === 'p' && open.length > 0) return undefined
      elements++
      open.push(name)
      written += name === 'p' && content === 'phrasing' ? '<br />' : piece
    }
  }
  if (open.length > 0) return undefined
  budget.begin(html)
  for (; elements > 0; elements--) {
    budget.open()
    budget.close()
  }
  return written
}

/** The plain text of such a text, with whitespace where a line begins or ends; it may contain links. Undefined for all other texts. */
export function simpleWords(html: string): string | undefined {
  if (html.length > MAX_LENGTH) return undefined
  const open: string[] = []
  let words = ''
  for (WORDS.lastIndex = 0; WORDS.lastIndex < html.length;) {
    const [piece, entity, slash, name] = WORDS.exec(html) ?? []
    if (piece === undefined) return undefined
    if (entity !== undefined) words += MEANT[entity] ?? ''
    else if (name === undefined) words += piece
    else {
      if (name === 'p' || name === 'br') words += ' '
      if (name === 'br') continue
      // If elements overlap, a parser closes some of them implicitly.
      if (slash ? open.pop() !== name : name === 'p' && open.length > 0) return undefined
      if (!slash) open.push(name)
    }
  }
  return words
}

const WORDS = /[^<>&]+|&(amp|lt|gt|quot|#0?39);|<(\/?)(p|b|i|u|s|em|strong|code|sub|sup|a(?= |>)|br)(?: [a-z]+="[^"<>&]*")* ?\/?>/y
