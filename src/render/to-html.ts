import { Parser } from 'htmlparser2'
import { Marked } from 'marked'
import { HtmlBudget, HtmlExcess } from '../model/html-limits.ts'
import { withFormulasAsText } from './math.ts'
import { nest, orderHeadings } from './content-model.ts'
import { plainHtml, plainWords } from './plain.ts'
import type { RenderContext } from './relink.ts'
import { rewriter, withLabels } from './rewrite.ts'
import { LINE_BREAKERS, sanitize, WITHOUT_TEXT } from './sanitize.ts'
import { simpleHtml, simpleWords } from './fast-path.ts'
import { wikiToHtml } from './wiki-syntax.ts'

export type { RenderContext } from './relink.ts'

/** Sanitized HTML. Only this module creates it. */
export type Html = string & { readonly html: unique symbol }

/** A text of the service: as HTML, and in wiki syntax as the fallback. */
export interface Source {
  rendered: string
  raw: string
}

export interface RenderOptions {
  /** The level of the text's highest heading, 2 to 6. Default 2. */
  headingStart?: number
  /** Ids of the page that the text may link to, such as `s38274`, besides its own. Links to other fragments become plain text. */
  anchors?: ReadonlySet<string>
}

/** Block content: sanitized, with local links and pictures (see {@link RenderContext}). */
export function toHtml(source: Source, context: RenderContext, options: RenderOptions = {}): Html {
  return render(htmlOf(source), 'flow', context, options) as Html
}

/** {@link toHtml} for one line: running text only, with blocks as line breaks. */
export function toInlineHtml(source: Source, context: RenderContext, options: RenderOptions = {}): Html {
  return trimLineBreaks(render(htmlOf(source), 'phrasing', context, options).replace(/(?:<br \/>\s*){2,}/g, BREAK)) as Html
}

/** {@link toHtml} of Markdown. */
export const markdownToHtml = (markdown: string, context: RenderContext, options: RenderOptions = {}): Html =>
  render(MARKDOWN.parse(markdown, { async: false }), 'flow', context, options) as Html

const MARKDOWN = new Marked()

const htmlOf = ({ rendered, raw }: Source): string => (rendered.trim() ? rendered : raw.trim() ? wikiToHtml(raw) : '')

function render(given: string, content: 'flow' | 'phrasing', context: RenderContext, options: RenderOptions): string {
  const whole = given.replaceAll('\0', '')
  // Text without markup, which most lines are, needs no parser.
  if (!/[<>&]/.test(whole)) return whole
  const html = withFormulasAsText(whole)
  const { headingStart = 2, anchors = NO_ANCHORS } = options
  const labels: string[] = []
  const lineBreakers = content === 'phrasing' ? { lineBreakers: LINE_BREAKERS } : {}
  const { budget = new HtmlBudget(), tooMuch = { words: '', href: '', link: '' }, ours = {} } = context
  try {
    const simple = simpleHtml(html, content, budget)
    if (simple !== undefined) return nest(simple)
    const clean = sanitize(html, content, rewriter(html, context, { headingStart, anchors, labels, ...lineBreakers }), budget)
    return orderHeadings(nest(withLabels(clean, labels)), headingStart)
  } catch (error) {
    if (!(error instanceof HtmlExcess)) throw error
    return plainHtml(html, tooMuch, ours, content)
  }
}

const BREAK = '<br />'

function trimLineBreaks(line: string): string {
  let trimmed = line.trim()
  while (trimmed.startsWith(BREAK)) trimmed = trimmed.slice(BREAK.length).trimStart()
  while (trimmed.endsWith(BREAK)) trimmed = trimmed.slice(0, -BREAK.length).trimEnd()
  return trimmed
}

/** The words of a text, by {@link toText}. */
export const sourceToText = (source: Source): string => toText(htmlOf(source))

const NO_ANCHORS: ReadonlySet<string> = new Set()

const DEAD_LINK = '[invalid guide link]'

/**
 * The plain text of some HTML, for descriptions, search and `alt`: entities decoded, whitespace collapsed. Blocks and line breaks separate
 * words, `<wbr>` and inline elements do not. What the service writes in place of a link that leads nowhere is omitted.
 */
export function toText(html: string): string {
  const simple = /[<&]/.test(html) ? simpleWords(html) : html
  return (simple ?? parsedWords(withFormulasAsText(html))).replaceAll(DEAD_LINK, '').replace(/\s+/g, ' ').trim()
}

function parsedWords(html: string): string {
  let text = ''
  let silent = 0
  const budget = new HtmlBudget()
  const parser = new Parser({
    onopentag: (name) => {
      budget.open()
      if (LINE_BREAKERS.has(name) || name === 'br' || name === 'iframe') text += ' '
      if (isSilent(name)) silent++
    },
    ontext: (part) => {
      if (silent === 0) text += part
    },
    onclosetag: (name) => {
      budget.close()
      if (LINE_BREAKERS.has(name)) text += ' '
      if (isSilent(name)) silent--
    },
  })
  try {
    budget.begin(html)
    parser.end(html)
  } catch (error) {
    if (!(error instanceof HtmlExcess)) throw error
    return plainWords(html)
  }
  return text
}

// This parser reports the content of an iframe as text.
const isSilent = (name: string): boolean => name === 'iframe' || WITHOUT_TEXT.has(name)
