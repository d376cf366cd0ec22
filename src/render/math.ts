import { Parser } from 'htmlparser2'
import { escapeHtml } from './escape.ts'

/** The operator between the parts of an element. */
const BETWEEN: Readonly<Record<string, string>> = { mfrac: '/', msup: '^', msub: '_', mroot: '√', mtr: '; ' }
/** The operator before an element's part. */
const BEFORE: Readonly<Record<string, string>> = { msqrt: '√' }
/** Annotations: the same formula in another notation. */
const NOTES: ReadonlySet<string> = new Set(['annotation', 'annotation-xml'])
/** A number or a name; other parts are parenthesized: `(a+b)/2`. */
const ONE = /^[\p{L}\p{M}\p{N}.,]*$/u

/** HTML with each MathML formula as a line of text, `(a+b)/2`: pages do not support MathML. */
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

interface Piece {
  text: string
  isOne: boolean
}

function formulaIn(math: string): string {
  const open: Piece[][] = [[]]
  let notes = 0
  const parser = new Parser({
    onopentag: (name) => {
      if (NOTES.has(name)) notes++
      open.push([])
    },
    ontext: (given) => {
      const text = given.trim()
      if (notes === 0 && text) open.at(-1)?.push({ text, isOne: ONE.test(text) })
    },
    onclosetag: (name) => {
      if (NOTES.has(name)) notes--
      const parts = open.pop() ?? []
      const [part] = parts
      if (!part) return
      // The index of a root is its second child.
      if (name === 'mroot') parts.reverse()
      const between = BETWEEN[name]
      const before = BEFORE[name]
      const whole = {
        text: parts.length > 1 && between ? parts.map(together).join(between) : parts.map(({ text }) => text).join(''),
        isOne: parts.length === 1 && part.isOne,
      }
      open.at(-1)?.push(before ? { text: before + together(whole), isOne: false } : whole)
    },
  })
  parser.end(math)
  return open
    .flat()
    .map(({ text }) => text)
    .join('')
}

const together = ({ text, isOne }: Piece): string => (isOne ? text : `(${text})`)
