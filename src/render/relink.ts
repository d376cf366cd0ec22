import type { HtmlBudget } from '../model/html-limits.ts'
import { isLoopback, readSourceLink } from '../model/link.ts'
import type { Ref } from '../model/ref.ts'
import type { Notice } from './plain.ts'

/** A picture in the site: its path with the base, its size in pixels, the classes of its average colour. */
export interface LocalPicture {
  src: string
  width?: number
  height?: number
}

/** What rendering must know of the site; all synchronous, so that it stays a pure function of its input. */
export interface RenderContext {
  /** Origins whose links are links to records, the public one first. */
  origins: readonly string[]
  /** Addresses whose form does not tell what they are about: see {@link readSourceLink}. */
  addresses?: ReadonlyMap<string, Ref>
  /** The local address of a record, base included; undefined when it is not cached. */
  hrefOf(ref: Ref, fragment: string): string | undefined
  /** The local copy of a picture or file, by the URL that the record names. */
  mediaOf(url: string): LocalPicture | undefined
  /** What the texts of the page may cost; a text that is beyond it is shown as plain words. */
  budget?: HtmlBudget
  /** Says so, in the words of the page. */
  tooMuch?: Notice
  /** What stands in the place of a YouTube player, in the words of the page. */
  videoLabel: string
  /** `lang` and `dir` of those words, which stand in a text of any language. */
  ours?: Readonly<Record<string, string>>
  /** The ids that the page's texts have so far, for a page of several texts: each stands once. */
  taken?: Set<string>
  /** A link of the service's as an absolute address on the original site. */
  original(href: string): string
}

/** Where a link leads. `leaving`: out of this site. */
export interface Target {
  href: string
  leaving: boolean
}

/** The address on the original site; undefined for what is no http address, or would lead to the machine of the crawl. */
function originalAddress(href: string, context: RenderContext): string | undefined {
  const address = URL.canParse(href, 'http://service.invalid') ? context.original(href) : ''
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, href: clean } = new URL(address)
  return /^https?:$/.test(protocol) && !isLoopback(hostname) ? clean : undefined
}

/**
 * The target of a link of the service's: the local page or file when it is cached, else the original. Undefined when there is neither.
 * Fragments of the same page (`#…`) are not its business.
 */
export function relink(href: string, context: RenderContext): Target | undefined {
  const given = href.trim()
  if (/^(mailto|tel):/i.test(given)) return { href: given, leaving: false }
  const source = readSourceLink(given, context.origins, context.addresses)
  const local = source && context.hrefOf(source.ref, source.fragment)
  if (local) return { href: local, leaving: false }
  const file = findMedia(given, context)
  if (file) return { href: file.src, leaving: false }
  const address = originalAddress(given, context)
  return address ? { href: address, leaving: true } : undefined
}

/** The local copy of what an attribute names, as it stands there or as an absolute address. */
export function findMedia(url: string, context: RenderContext): LocalPicture | undefined {
  const given = url.trim()
  if (!given) return undefined
  return context.mediaOf(given) ?? (URL.canParse(given, 'http://service.invalid') ? context.mediaOf(context.original(given)) : undefined)
}

/** A picture's attributes. */
export function sized({ src, width, height }: LocalPicture): Record<string, string> {
  return { src, ...(width && height && { width: String(width), height: String(height) }) }
}
