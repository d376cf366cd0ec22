/** First words of bracket links to a record, and the services' path for it. */
const RECORD_PATHS = new Map([
  ['guide', '/Guide/-/'],
  ['teardown', '/Guide/-/'],
  ['device', '/Device/'],
  ['category', '/Device/'],
  ['topic', '/Topic/'],
  ['item', '/Item/'],
  ['info', '/Info/'],
  ['wiki', '/Wiki/'],
  ['user', '/User/'],
  ['team', '/Team/'],
  ['tag', '/Tags/'],
  ['document', '/Document/'],
])

/** One line of escaped wiki syntax as HTML: links, bold, italic, inserted, bare addresses. */
export function wikiLine(line: string): string {
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
  const path = RECORD_PATHS.get(kind)
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
