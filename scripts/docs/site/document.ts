import { posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id'

/** A page of the documentation as its Markdown has it. */
export interface Document {
  title: string
  /** The first paragraph, as text. */
  summary: string
  html: string
  headings: { title: string; id: string; level: number }[]
}

/** What a page names lies somewhere else on a site: the address of a file, by its path from the root. */
export type Placed = (file: string, fragment: string) => string

/** Renders the Markdown of a file. Its first heading is its title, and stands apart. */
export function documentOf(file: string, markdown: string, placed: Placed): Document {
  const place = (href: string): string => {
    if (/^(?:[a-z]+:|#)/.test(href)) return href
    const [path = '', fragment = ''] = href.split('#')
    return placed(posix.join(posix.dirname(file), path), fragment && `#${fragment}`)
  }
  const marked = new Marked(gfmHeadingId(), {
    walkTokens(token) {
      if (token.type === 'link' || token.type === 'image') (token as Tokens.Link).href = place((token as Tokens.Link).href)
    },
  })
  const tokens = marked.lexer(markdown)
  const text = (type: string): string => {
    const token = tokens.find((one) => one.type === type)
    return token && 'text' in token ? String(token.text) : ''
  }
  const html = marked.parse(markdown, { async: false }).replace(/<h1\b[^>]*>.*?<\/h1>\n?/, '')
  const headings = getHeadingList()
    .filter(({ level }) => level === 2)
    .map(({ raw, id, level }) => ({ title: plain(raw), id, level: level - 1 }))
  return { title: plain(text('heading')), summary: plain(text('paragraph')).replace(/\s+/g, ' '), html, headings }
}

const plain = (words: string): string => words.replaceAll(/\[([^\][]*)\]\([^()]*\)/g, '$1').replaceAll(/[`*]/g, '')
