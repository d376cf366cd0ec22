import { YOUTUBE_PLAYER } from '../policy.ts'
import { attributesOf, escapeHtml } from './escape.ts'
import { findMedia, type RenderContext, sized } from './relink.ts'

const ID = /^[\w-]{6,20}$/

/** The id of a YouTube video, from the address of its page or player. */
function youtubeId(url: string): string | undefined {
  if (!URL.canParse(url, 'https://-')) return undefined
  const { hostname, pathname, searchParams } = new URL(url, 'https://-')
  if (!/(^|\.)(youtube(-nocookie)?\.com|youtu\.be)$/.test(hostname)) return undefined
  return searchParams.get('v') ?? pathname.split('/').findLast(Boolean)
}

/**
 * Parses a player in any of its forms (api-facts, Rendered HTML), by `videoid` or by the `src` of a frame, with its poster if cached: a link
 * that a script may replace by the player, and the link's content.
 */
export function playerOf(attributes: Record<string, string>, context: RenderContext) {
  const id = attributes.videoid ?? youtubeId(attributes.src ?? '')
  if (!id || !ID.test(id)) return undefined
  const [, poster = `https://i.ytimg.com/vi/${id}/hqdefault.jpg`] = /url\(\s*["']?([^"')]+)/.exec(attributes.style ?? '') ?? []
  const picture = findMedia(poster, context)
  return {
    attributes: {
      href: `https://www.youtube.com/watch?v=${id}`,
      'data-embed': `${YOUTUBE_PLAYER}/embed/${id}`,
      rel: 'noopener external',
    },
    label: `${picture ? `<img${attributesOf({ ...sized(picture), alt: '', loading: 'lazy' })} />` : ''}<span${attributesOf(context.ours ?? {})}>${escapeHtml(context.videoLabel)}</span>`,
  }
}

/** The address of the first frame in some HTML; '' for none. */
export function frameAddress(html: string): string {
  // One tag at a time: a pattern for both would be restarted at each tag.
  for (const [tag] of html.matchAll(/<iframe\s[^<>]*/gi)) {
    const address = /\ssrc\s*=\s*["']?([^"'\s]+)/i.exec(tag)?.[1]
    if (address) return address.replaceAll('&amp;', '&')
  }
  return ''
}
