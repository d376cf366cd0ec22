import { Parser } from 'htmlparser2'
import { escapeHtml } from './escape.ts'

/** The sign between the parts of an element. */
const BETWEEN: Readonly<Record<string, string>> = { mfrac: '/', msup: '^', msub: '_', mroot: '√', mtr: '; ' }
/** The sign before its part. */
const BEFORE: Readonly<Record<string, string>> = { msqrt: '√' }
/** Parts that are the same formula in another notation. */
const NOTES: ReadonlySet<string> = new Set(['annotation', 'annotation-xml'])
/** Several signs in one part are held together: `(a+b)/2`. */
const ONE = /^[\p{L}\p{M}\p{N}.,]*$/u

/** HTML with each formula of MathML as a line of text, `(a+b)/2`: a page has no other element of it. */
export function withFormulasAsText(html: string): string {
  let text = ''
  let done = 0
  for (const { 0: start, index } of html.matchAll(/<math(?=[\s>])/gi)) {
    if (index < done) continue
    const end = /<\/math\s*>/gi
    end.lastIndex = index + start.length
    const found = end.exec(html)
    if (!found) break
    text += html.slice(done, index) + escapeHtml(formulaIn(html.slice(index, end.lastIndex)))
    done = end.lastIndex
  }
  return text + html.slice(done)
}

interface Element {
  name: string
  parts: string[]
}

function formulaIn(math: string): string {
  const open: Element[] = [{ name: '', parts: [] }]
  let notes = 0
  const parser = new Parser({
    onopentag: (name) => {
      if (NOTES.has(name)) notes++
      open.push({ name, parts: [] })
    },
    ontext: (text) => {
      if (notes === 0 && text.trim()) open.at(-1)?.parts.push(text.trim())
    },
    onclosetag: (name) => {
      if (NOTES.has(name)) notes--
      const given = open.pop()?.parts ?? []
      // The index of a root comes second.
      const parts = name === 'mroot' ? given.reverse() : given
      const between = BETWEEN[name]
      const whole = parts.length > 1 && between !== undefined ? parts.map(together).join(between) : parts.join('')
      if (whole) open.at(-1)?.parts.push(`${BEFORE[name] ?? ''}${BEFORE[name] ? together(whole) : whole}`)
    },
  })
  parser.end(math)
  return open.flatMap(({ parts }) => parts).join('')
}

const together = (part: string): string => (ONE.test(part) ? part : `(${part})`)
