import { Parser } from 'htmlparser2'
import { pictureAddress } from '../../model/link.ts'
import { HtmlBudget, HtmlExcess } from '../../model/html-limits.ts'

/** The references in a piece of HTML, as written there. */
export interface HtmlLinks {
  links: string[]
  pictures: string[]
  videos: string[]
  /** Why it was not read to its end: see {@link HtmlExcess}. */
  excess?: string
}

/** Text without any of these strings contains no references. */
const TELLING = /<(?:a|area|img|video|source)[\s/>]|poster|videoid/i
/** Longer text is always parsed: it may be nested too deeply to show. */
const SHORT = 3000
const BACKGROUND = /url\(\s*["']?([^"')]+)/

/** Reads links, pictures (also lazy ones and posters) and videos in HTML, within `budget` (api-facts, Rendered HTML to expect). */
export function readHtml(html: string, budget = new HtmlBudget()): HtmlLinks {
  const found: HtmlLinks = { links: [], pictures: [], videos: [] }
  // Most lines of most steps contain no references.
  if (html.length < SHORT && !TELLING.test(html)) return found
  const put = (kind: 'links' | 'pictures' | 'videos', value: string | undefined) => {
    if (value?.trim()) found[kind].push(value.trim())
  }
  const parser = new Parser({
    onclosetag: () => budget.close(),
    onopentag(tag, { href, src, poster, style, videoid, 'data-src': lazy }) {
      budget.open()
      if (tag === 'a' || tag === 'area') put('links', href)
      if (tag === 'img') put('pictures', pictureAddress({ src, 'data-src': lazy }))
      if (tag === 'video' || tag === 'source') put('videos', src)
      put('pictures', poster)
      if (videoid) put('pictures', BACKGROUND.exec(style ?? '')?.[1])
    },
  })
  try {
    budget.begin(html)
    parser.end(html)
  } catch (error) {
    if (!(error instanceof HtmlExcess)) throw error
    found.excess = error.message
  }
  return found
}
