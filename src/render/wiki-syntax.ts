import { escapeHtml } from './escape.ts'
import { wikiLine } from './wiki-inline.ts'

/** Lists nested deeper than this are merged. */
const MAX_LEVELS = 10

/** The block type of a line. */
type Kind = 'text' | 'quote' | 'list' | 'alone' | 'none'

interface Line {
  kind: Kind
  html: string
  /** For a list: `*` and `#`, one per level. */
  marks: string
}

/** Wiki syntax (the `*_raw` fields) as unsanitized HTML, in linear time. HTML inside it is text. */
export function wikiToHtml(raw: string): string {
  const lines = escapeHtml(raw).split(/\r?\n/).map(readLine)
  const blocks: string[] = []
  for (let from = 0, to = 0; from < lines.length; from = to) {
    const kind = lines[from]?.kind
    while (lines[to]?.kind === kind && (to === from || kind !== 'alone')) to++
    if (kind !== 'none' && kind) blocks.push(BLOCKS[kind](lines.slice(from, to)))
  }
  return blocks.join('\n')
}

const joined = (lines: readonly Line[]): string => lines.map(({ html }) => html).join('<br>')

const BLOCKS: Record<Exclude<Kind, 'none'>, (lines: readonly Line[]) => string> = {
  text: (lines) => `<p>${joined(lines)}</p>`,
  quote: (lines) => `<blockquote><p>${joined(lines)}</p></blockquote>`,
  alone: joined,
  list: listHtml,
}

/** Parses the prefix of a line: heading, rule, list, indent. */
function readLine(line: string): Line {
  const text = line.trim()
  if (text === '') return { kind: 'none', html: '', marks: '' }
  const alone = headingHtml(text) ?? (/^-{4,}$/.test(text) ? '<hr>' : undefined)
  if (alone !== undefined) return { kind: 'alone', html: alone, marks: '' }
  const [, marks = '', item = ''] = /^([*#]+)\s+(\S.*)$/.exec(text) ?? []
  if (marks) return { kind: 'list', html: wikiLine(item), marks: marks.slice(-MAX_LEVELS) }
  if (text.startsWith(':')) return { kind: 'quote', html: wikiLine(text.replace(/^:+\s*/, '')), marks: '' }
  const html = wikiLine(text)
  return { kind: /^<iframe [^>]*><\/iframe>$/.test(html) ? 'alone' : 'text', html, marks: '' }
}

/** `== Parts ==`; a heading is at most as long as a printed line. */
function headingHtml(text: string): string | undefined {
  if (text.length >= 300 || !text.startsWith('=')) return undefined
  const level = /^={1,6}/.exec(text)?.[0].length ?? 0
  const words = text
    .slice(level)
    .replace(/(?<!=)=+$/, '')
    .trim()
  return words && `<h${level}>${wikiLine(words)}</h${level}>`
}

/** Nested lists: the prefix that a line's marks share with the previous line is already open. */
function listHtml(lines: readonly Line[]): string {
  let html = ''
  let open = ''
  const nameOf = (mark: string | undefined) => (mark === '#' ? 'ol' : 'ul')
  const closeTo = (count: number) => {
    for (let level = open.length; level > count; level--) html += `</li></${nameOf(open[level - 1])}>`
    open = open.slice(0, count)
  }
  for (const { html: item, marks } of lines) {
    let shared = 0
    while (shared < marks.length && marks[shared] === open[shared]) shared++
    // The type of the innermost list differs: `*#` after `**` is another list in the same item.
    closeTo(shared)
    if (shared === marks.length) html += '</li><li>'
    for (let level = shared; level < marks.length; level++) html += `<${nameOf(marks[level])}><li>`
    open = marks
    html += item
  }
  closeTo(0)
  return html
}
