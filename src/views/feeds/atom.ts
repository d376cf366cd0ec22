import { FEED_TYPES, type FeedEntry, type FeedView } from './feed.ts'
import { escapeHtml } from '../../render/escape.ts'

/** A feed as Atom (RFC 4287); pictures as Media RSS. */
export function atomText({ title, lang, home, address, siteName, rights, updated, entries }: FeedView): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="${escapeXml(lang)}">`,
    `<id>${escapeXml(address)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${updated}</updated>`,
    `<link rel="self" type="${FEED_TYPES.xml}" href="${escapeXml(address)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(home)}"/>`,
    `<author><name>${escapeXml(siteName)}</name></author>`,
    rights && `<rights>${escapeXml(rights)}</rights>`,
    ...entries.map((entry) => entryXml(entry, lang)),
    '</feed>',
  ]
  return `${lines.filter(Boolean).join('\n')}\n`
}

function entryXml({ address, title, lang, summary, updated, published, author, category, picture }: FeedEntry, feedLang: string): string {
  const ofText = lang === feedLang ? '' : ` xml:lang="${escapeXml(lang)}"`
  return [
    '<entry>',
    `<id>${escapeXml(address)}</id>`,
    `<title${ofText}>${escapeXml(title)}</title>`,
    `<updated>${updated}</updated>`,
    published && `<published>${published}</published>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(address)}"/>`,
    author && `<author><name>${escapeXml(author)}</name></author>`,
    category && `<category term="${escapeXml(category)}"/>`,
    summary && `<summary${ofText}>${escapeXml(summary)}</summary>`,
    picture && `<media:thumbnail url="${escapeXml(picture)}"/>`,
    '</entry>',
  ]
    .filter(Boolean)
    .join('\n')
}

/** Text escaped for XML 1.0, between tags and in quoted attributes; most control characters are forbidden even when escaped. */
const escapeXml = (text: string): string =>
  // eslint-disable-next-line no-control-regex
  escapeHtml(text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ''))
