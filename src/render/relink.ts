import type { HtmlBudget } from '../model/html-limits.ts'
import { isLoopback, readSourceLink } from '../model/link.ts'
import type { Ref } from '../model/ref.ts'
import type { Notice } from './plain.ts'

/** A picture on the site: its path with the base, its size in pixels, the CSS classes of its average colour. */
export interface LocalPicture {
  src: string
  width?: number
  height?: number
}

/** What rendering needs from the site; all synchronous, so that it remains a pure function of its input. */
export interface RenderContext {
  /** Origins whose links are links to records, the public one first. */
  origins: readonly string[]
  /** Addresses whose form does not say what they refer to: see {@link readSourceLink}. */
  addresses?: ReadonlyMap<string, Ref>
  /** The local address of a record, including the base; undefined if it is not cached. */
  hrefOf(ref: Ref, fragment: string): string | undefined
  /** The local copy of a picture or file, by the URL in the record. */
  mediaOf(url: string): LocalPicture | undefined
  /** The parsing limits for the page's texts; a text that exceeds them is shown as plain words. */
  budget?: HtmlBudget
  /** The notice for that, in the page's language. */
  tooMuch?: Notice
  /** The content of a YouTube player's link, in the page's language. */
  videoLabel: string
  /** `lang` and `dir` of those words, which may be inside a text of any language. */
  ours?: Readonly<Record<string, string>>
  /** The ids used by the page's texts so far: each may occur once. */
  taken?: Set<string>
  /** A service link as an absolute address on the original site. */
  original(href: string): string
}

/** The target of a link. `leaving`: outside this site. */
export interface Target {
  href: string
  leaving: boolean
}

/** The address on the original site; undefined if it is not an http address, or would lead to the machine of the crawl. */
function originalAddress(href: string, context: RenderContext): string | undefined {
  const address = URL.canParse(href, 'http://service.invalid') ? context.original(href) : ''
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, href: clean } = new URL(address)
  return /^https?:$/.test(protocol) && !isLoopback(hostname) ? clean : undefined
}

/**
 * The target of a service link: the local page or file if it is cached, otherwise the original. Undefined if there is neither. Fragments of
 * the same page (`#…`) are handled elsewhere.
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

/** The local copy of an attribute's target, as written or as an absolute address. */
export function findMedia(url: string, context: RenderContext): LocalPicture | undefined {
  const given = url.trim()
  if (!given) return undefined
  return context.mediaOf(given) ?? (URL.canParse(given, 'http://service.invalid') ? context.mediaOf(context.original(given)) : undefined)
}

/** A picture's attributes. */
export function sized({ src, width, height }: LocalPicture): Record<string, string> {
  return { src, ...(width && height && { width: String(width), height: String(height) }) }
}
