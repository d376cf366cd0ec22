import { Parser } from 'htmlparser2'

/** The facts in the head of a built page. */
export interface PageFacts {
  /** Its own title, without the site's name. */
  title: string
  /** False for error and result pages, which search engines must not list. */
  isListed: boolean
}

/** Parses the head of a built page. The result does not keep the page in memory. */
export function readPageFacts(head: string): PageFacts {
  const facts = { title: '', isListed: true }
  let whole = ''
  let isInTitle = false
  const parser = new Parser({
    onopentag(tag, { property, name, content }) {
      isInTitle = tag === 'title'
      if (property === 'og:title') facts.title = content ?? ''
      if (name === 'robots' && content?.includes('noindex')) facts.isListed = false
    },
    ontext(text) {
      if (isInTitle) whole += text
    },
    onclosetag: () => (isInTitle = false),
  })
  parser.end(head)
  return { ...facts, title: copyOf(facts.title || whole.trim()) }
}

/** V8 makes a substring a view of the whole text, which would keep every page of a site in memory. */
const copyOf = (text: string): string => Buffer.from(text).toString()
