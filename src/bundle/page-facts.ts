import { Parser } from 'htmlparser2'

/** What the head of a built page says of it. */
export interface PageFacts {
  /** Its own title, without the site's name. */
  title: string
  /** Search engines may list it: it is no page of errors or results. */
  isListed: boolean
}

/** Reads the head of a built page. What it gives keeps nothing of the page in memory. */
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

/** V8 makes a part of a text a view of the whole, which then stays: for every page of a site. */
const copyOf = (text: string): string => Buffer.from(text).toString()
