import { escapeHtml } from './escape.ts'

/** Lists nested deeper than this are merged. */
const MAX_LEVELS = 10

/** First words of bracket links to a record, and the services' path for it. */
const RECORD_PATHS: Readonly<Record<string, string>> = {
  ...{ guide: '/Guide/-/', teardown: '/Guide/-/', device: '/Device/', category: '/Device/', topic: '/Topic/', item: '/Item/' },
  ...{ info: '/Info/', wiki: '/Wiki/', user: '/User/', team: '/Team/', tag: '/Tags/', document: '/Document/' },
}

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

/** One line of escaped wiki syntax as HTML: links, bold, italic, inserted, bare addresses. */
function wikiLine(line: string): string {
  return line
    .replace(/\[([^[\]|\n]*\|[^[\]\n]*|https?:[^[\]\s]+)\]/g, link)
    .replace(/'''(.+?)'''/g, '<strong>$1</strong>')
    .replace(/''(.+?)''/g, '<em>$1</em>')
    .replace(/\+\+(.+?)\+\+/g, '<ins>$1</ins>')
    .replace(/(^|[\s(])(https?:\/\/[^\s<>"'[\]]+)/g, bareAddress)
}

/** `[target|words]` or `[kind|target|words]`; other options (`new_window=true`) are ignored. */
function link(whole: string, inside: string): string {
  const [first = '', second = '', ...rest] = inside.split('|').map((part) => part.trim())
  if (/^(https?:|mailto:|\/)/i.test(first)) return anchor(first, wordsIn([second, ...rest]))
  const kind = first.toLowerCase()
  if ((kind === 'video' || kind === 'embed' || kind === 'youtube') && second) return `<iframe src="${second}"></iframe>`
  const words = wordsIn(rest)
  if (kind === 'image') return caption(rest)
  if (kind === 'link') return anchor(second, words)
  const path = Object.hasOwn(RECORD_PATHS, kind) && RECORD_PATHS[kind]
  return path && second ? anchor(path + encodeURIComponent(second.toWellFormed()).replaceAll('%26amp%3B', '%26'), words || second) : whole
}

/** The first part that is not an option. */
const wordsIn = (parts: readonly string[]): string => parts.find((part) => !part.includes('=')) ?? ''
const anchor = (href: string, words: string): string => `<a href="${href}">${words || href}</a>`
const caption = (options: string[]): string => options.find((part) => part.startsWith('caption='))?.slice('caption='.length) ?? ''

/** The full stop at the end of a sentence is not part of the address. */
function bareAddress(_: string, before: string, address: string): string {
  let end = address.length
  while (end > 0 && '.,;:!?)'.includes(address.charAt(end - 1))) end--
  return `${before}${anchor(address.slice(0, end), '')}${address.slice(end)}`
}
