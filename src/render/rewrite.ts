import type sanitizeHtml from 'sanitize-html'
import { pictureAddress } from '../model/link.ts'
import { undisplayed } from '../model/media.ts'
import { anchorOf, anchorsIn, fragmentTarget } from './anchors.ts'
import { escapeHtml } from './escape.ts'
import { playerOf } from './player.ts'
import { findMedia, relink, type RenderContext, sized } from './relink.ts'

type Attributes = Record<string, string>

interface RewriteOptions {
  /** The level of the text's highest heading. */
  headingStart: number
  /** Ids of the page that the text may link to in addition to its own. */
  anchors: ReadonlySet<string>
  /** Elements that become line breaks. */
  lineBreakers?: ReadonlySet<string>
  /** Filled with the labels that {@link withLabels} inserts into placeholders of frames and missing pictures. */
  labels: string[]
}

/** A tag that is removed but keeps its content: its name is not on the allow-list. */
const BARE: sanitizeHtml.Tag = { tagName: 'bare', attribs: {} }
const AWAY = { class: 'leaving', rel: 'noopener external' }
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const STARTS = HEADINGS.map((heading) => new RegExp(`<${heading}\\b`, 'i'))
const FRAMES: ReadonlySet<string> = new Set(['iframe', 'lite-youtube', 'embed', 'video', 'audio', 'source', 'area'])

/** Transforms elements for the sanitizer: links, pictures, players, headings, ids, alignment. */
export function rewriter(html: string, context: RenderContext, { headingStart, anchors, lineBreakers, labels }: RewriteOptions) {
  const shift = headingStart - (STARTS.findIndex((start) => start.test(html)) + 1)
  const own = lineBreakers ? new Set<string>() : anchorsIn(html)
  const used = context.taken ?? new Set<string>()
  /** The attributes of open links. Links inside links are dropped. */
  const open = new Set<Attributes>()
  /** The address of the last picture, which a `noscript` may repeat. */
  let [shown, isWithoutScripts] = ['', false]

  /** A placeholder for a label, which is HTML. */
  const labelled = (label: string): Attributes => ({ 'data-label': String(labels.push(label) - 1) })

  const idOf = (given: string | undefined): Attributes | undefined => {
    if (!given || lineBreakers || used.has(given)) return undefined
    used.add(given)
    return { id: anchorOf(given) }
  }

  const targetOf = (href: string): Attributes | undefined => {
    if (!href) return undefined
    if (href.startsWith('#')) return fragmentTarget(href.slice(1), own, anchors)
    const target = relink(href, context)
    return target && { ...(target.leaving && AWAY), href: target.href }
  }

  const link = (given: Attributes): sanitizeHtml.Tag => {
    const id = idOf(given.id ?? given.name)
    const target = open.size === 0 ? targetOf(given.href?.trim() ?? '') : undefined
    if (!target) return id ? { tagName: 'span', attribs: id } : BARE
    const attribs = { ...target, ...keep(given, 'title', 'lang', 'dir'), ...id }
    open.add(attribs)
    return { tagName: 'a', attribs }
  }

  const picture = (given: Attributes): sanitizeHtml.Tag => {
    const found = findMedia(pictureAddress(given), context)
    const alt = given.alt ?? ''
    const isAgain = isWithoutScripts && found?.src === shown
    ;[shown, isWithoutScripts] = [found?.src ?? '', false]
    if (isAgain) return BARE
    if (!found) return { tagName: 'a', attribs: labelled(escapeHtml(alt)) }
    const format = undisplayed(found.src)
    if (format) {
      const attribs = { ...labelled(escapeHtml(`${alt} (${format})`.trim())), ...(open.size === 0 && { href: found.src }) }
      open.add(attribs)
      return { tagName: 'a', attribs }
    }
    return { tagName: 'img', attribs: { ...sized(found), alt, loading: 'lazy', decoding: 'async', ...keep(given, 'title') } }
  }

  const frame = (tagName: string, given: Attributes): sanitizeHtml.Tag => {
    const player = playerOf(given, context)
    const target = player ? { class: 'embed', ...player.attributes } : targetOf(given.src ?? (tagName === 'area' ? given.href : '') ?? '')
    if (!target || open.size > 0) return BARE
    const label = player?.label ?? escapeHtml(given.title || given.alt || (tagName === 'iframe' ? hostOf(target.href ?? '') : tagName))
    const attribs = { ...labelled(label), ...target }
    open.add(attribs)
    return { tagName: 'a', attribs }
  }

  const rewrite = (tagName: string, given: Attributes): sanitizeHtml.Tag => {
    if (tagName === 'a') return link(given)
    if (tagName === 'img') return picture(given)
    if (tagName === 'noscript') isWithoutScripts = true
    if (FRAMES.has(tagName) || given.videoid) return frame(tagName, given)
    if (lineBreakers?.has(tagName)) return { tagName: 'br', attribs: {} }
    const { id, ...rest } = given
    const level = HEADINGS.indexOf(tagName) + 1
    return { tagName: level ? `h${Math.min(6, level + shift)}` : tagName, attribs: { ...rest, ...idOf(id), ...alignmentOf(given) } }
  }

  // Called when an element ends. Removing its tags here would copy the whole output each time.
  const end = ({ attribs }: sanitizeHtml.IFrame): boolean => {
    open.delete(attribs)
    return false
  }

  return { transformTags: { '*': rewrite }, exclusiveFilter: end }
}

/** Inserts the labels at their marks. For sanitized HTML only, where neither text nor values contain `<` or `>`. */
export function withLabels(html: string, labels: readonly string[]): string {
  if (labels.length === 0) return html
  return html.replace(
    /<a data-label="(\d+)"(?:><\/a>|( [^>]*)>)/g,
    (_, at: string, rest?: string) => `${rest ? `<a${rest}>` : ''}${labels[Number(at)] ?? ''}`,
  )
}

const hostOf = (href: string): string => (URL.canParse(href) ? new URL(href).host : href)

const keep = (attributes: Attributes, ...names: string[]): Attributes =>
  Object.fromEntries(names.flatMap((name) => (attributes[name] ? [[name, attributes[name]]] : [])))

const alignmentOf = ({ align = '', style = '', class: classes = '' }: Attributes): Attributes => {
  const side = /^(center|right)$/i.exec(align)?.[1] ?? /text-align\s*:\s*(center|right)/i.exec(style)?.[1]
  return side ? { class: `${classes} align-${side.toLowerCase()}` } : {}
}
