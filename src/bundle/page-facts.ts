import { Parser } from 'htmlparser2'

/** What the head of a built page says of it. */
export interface PageFacts {
  /** Its own title, without the site's name. */
  title: string
  /** Search engines may list it: it is no page of errors or results. */
  isListed: boolean
}

/** Reads the head of a built page. */
export function readPageFacts(html: string): PageFacts {
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
  const end = html.indexOf('<body')
  parser.end(end === -1 ? html : html.slice(0, end))
  return { ...facts, title: facts.title || whole.trim() }
}
