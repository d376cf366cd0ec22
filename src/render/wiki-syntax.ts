import { Marked } from 'marked'
import { escapeHtml } from './escape.ts'

const markdown = new Marked({ gfm: true, breaks: true, async: false })

/** First words of bracket links that name a record, and the path that the services use for it. */
const RECORD_PATHS: Record<string, string> = {
  guide: '/Guide/-/',
  teardown: '/Guide/-/',
  device: '/Device/',
  category: '/Device/',
  topic: '/Topic/',
  item: '/Item/',
  info: '/Info/',
  wiki: '/Wiki/',
  user: '/User/',
  team: '/Team/',
  tag: '/Tags/',
  document: '/Document/',
}

/** `[target|words]` or `[kind|target|words]`; other options (`new_window=true`) are left aside. */
function link(whole: string, inside: string): string {
  const [first = '', second = '', ...rest] = inside.split('|').map((part) => part.trim())
  if (/^(https?:|mailto:|\/)/i.test(first)) return anchor(first, wordsIn([second, ...rest]))
  const kind = first.toLowerCase()
  if ((kind === 'video' || kind === 'embed' || kind === 'youtube') && second) return `<iframe src="${second}"></iframe>`
  const words = wordsIn(rest)
  if (kind === 'image') return caption(rest)
  if (kind === 'link') return anchor(second, words)
  const path = RECORD_PATHS[kind]
  return path && second ? anchor(path + encodeURIComponent(second).replaceAll('%26amp%3B', '%26'), words || second) : whole
}

/** What is no option, wherever it stands. */
const wordsIn = (parts: readonly string[]): string => parts.find((part) => !part.includes('=')) ?? ''
const anchor = (href: string, words: string): string => `<a href="${href}">${words || href}</a>`
const caption = (options: string[]): string => options.find((part) => part.startsWith('caption='))?.slice('caption='.length) ?? ''

function inline(line: string): string {
  return line
    .replace(/\[([^[\]|\n]*\|[^[\]\n]*|https?:[^[\]\s]+)\]/g, link)
    .replace(/'''(.+?)'''/g, '<strong>$1</strong>')
    .replace(/''(.+?)''/g, '<em>$1</em>')
    .replace(/\+\+(.+?)\+\+/g, '<ins>$1</ins>')
}

/** A line's block syntax as Markdown's: headings, nested lists, rules, indents. */
function block(line: string): string {
  const heading = line.length < 300 && /^(={1,6})\s*(.+?)\s*=*\s*$/.exec(line)
  if (heading) return `\n${'#'.repeat(heading[1]?.length ?? 1)} ${heading[2] ?? ''}\n`
  if (/^-{4,}\s*$/.test(line)) return '\n***\n'
  const [, marks = '', item = ''] = /^([*#]+)\s+(.*)$/.exec(line) ?? []
  if (marks) return `${'    '.repeat(marks.length - 1)}${marks.endsWith('#') ? '1.' : '-'} ${item}`
  return line.replace(/^:+\s*/, '> ')
}

/** Wiki syntax (the `*_raw` fields) as HTML that still has to be sanitized. HTML inside it is text. */
export function wikiToHtml(raw: string): string {
  const lines = escapeHtml(raw).split(/\r?\n/)
  return markdown.parse(lines.map((line) => inline(block(line))).join('\n'), { async: false })
}
