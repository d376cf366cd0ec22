import type { GuidePage } from './guide-page.ts'
import { type Element, escaped, markupOf, remove, withTag } from './markup.ts'
import type { Shell } from './shell.ts'

/** The start of a generated file, by which a bundle recognizes what it may replace. */
export const FILE_START = '<!DOCTYPE html><!-- A guide in one file, by Benchbook -->'

/** Combines finished articles into one page, named after the guide whose prerequisites the others are. */
export function composeFile(guides: readonly GuidePage[], named: GuidePage, shell: Shell, date: Date): string {
  const { lang, dir, title, siteName, words, footer } = named
  const on = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(date)
  const zoom = guides.find((guide) => guide.zoom)?.zoom
  return [
    `${FILE_START}<html lang="${escaped(lang)}" dir="${escaped(dir)}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${escaped(shell.policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">',
    `<title>${escaped(title)} – ${escaped(siteName)}</title><style>${shell.style}</style></head><body>`,
    `<header class="one-file-head"><p><b>${escaped(siteName)}</b> <span>${escaped(words.copy.replace('{date}', on))}</span></p>`,
    guides.length > 1 ? contentsOf(guides, words.contents) : '',
    '</header><main id="main">',
    ...guides.flatMap((guide) => [markupOf(guide.article), guide.original && guide !== named ? originOf(guide.original) : '']),
    '</main>',
    footer ? markupOf(footerFor(footer)) : '',
    zoom ? markupOf(zoom) : '',
    `<script>${shell.script}</script></body></html>\n`,
  ].join('')
}

function contentsOf(guides: readonly GuidePage[], heading: string): string {
  const items = guides.map(({ prefix, title }) => `<li><a href="#${escaped(prefix)}">${escaped(title)}</a></li>`)
  return `<nav aria-labelledby="contents"><h2 id="contents">${escaped(heading)}</h2><ol>${items.join('')}</ol></nav>`
}

/** Where a guide comes from, below it. */
export const originOf = (original: Element): string => `<p class="one-file-origin">${markupOf(original)}</p>`

/** Pages of the site are not in the file. */
export function footerFor(footer: Element): Element {
  for (const item of withTag(footer, 'li'))
    if (withTag(item, 'a').some(({ attribs }) => !/^https?:/.test(attribs.href ?? ''))) remove([item])
  return footer
}
