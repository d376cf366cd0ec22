import { Parser } from 'htmlparser2'

/** What a piece of the service's HTML names, as it is written there. */
export interface HtmlLinks {
  links: string[]
  pictures: string[]
  videos: string[]
}

/** What none of what is looked for can do without. */
const TELLING = /<(?:a|img|video|source)[\s/>]|poster|videoid/i
const BACKGROUND = /url\(\s*["']?([^"')]+)/

/** Reads the links, pictures (lazy ones and posters of players too) and videos in rendered HTML (api-facts, Rendered HTML to expect). */
export function readHtml(html: string): HtmlLinks {
  const found: HtmlLinks = { links: [], pictures: [], videos: [] }
  // Most lines of most steps name nothing.
  if (!TELLING.test(html)) return found
  const put = (kind: keyof HtmlLinks, value: string | undefined) => {
    if (value?.trim()) found[kind].push(value.trim())
  }
  const parser = new Parser({
    onopentag(tag, { href, src, poster, style, videoid, 'data-src': lazy }) {
      if (tag === 'a') put('links', href)
      if (tag === 'img') put('pictures', src || lazy)
      if (tag === 'video' || tag === 'source') put('videos', src)
      put('pictures', poster)
      if (videoid) put('pictures', BACKGROUND.exec(style ?? '')?.[1])
    },
  })
  parser.end(html)
  return found
}
