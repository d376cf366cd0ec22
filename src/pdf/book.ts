import { DomUtils } from 'htmlparser2'
import type { Words } from '../words/speak.ts'
import { wordsOf } from '../words/words.ts'
import { finishArticle, picturesIn, trimArticle } from '../one-file/article.ts'
import { footerFor, originOf } from '../one-file/compose.ts'
import { type GuidePage, stylesOf } from '../one-file/guide-page.ts'
import { collectGuides, type Source } from '../one-file/make.ts'
import { dropAttributes, escaped, markupOf, readMarkup, remove, textOf, withAttribute, withClass, withTag } from '../one-file/markup.ts'
import { type ListedGuide, sharedNeeds } from '../one-file/shared-needs.ts'

/** A guide of a category, and the categories between. */
export interface Chapter {
  url: string
  /** The titles of the categories below the book's, the topmost first. */
  below: readonly string[]
}

export interface BookOptions {
  title: string
  chapters: readonly Chapter[]
  widthPx: number
  /** The address for a link to another page of the site; '' for none. */
  elsewhere: (url: string) => string
}

/** Page numbers, unknown until the book is printed, are elements with this attribute: the id of the guide on that page. */
export const PAGE_OF = 'data-page-of'

const STYLE = `
main.book { padding: 0; max-width: none }
.book-cover { padding: 20mm 0 10mm; border-bottom: 1.5pt solid var(--accent) }
.book-cover h1 { margin: 2mm 0; font-size: 30pt }
.book ol, .book-needs ul { margin: 0; padding: 0; list-style: none }
.book-contents li { display: flex; gap: 4mm; justify-content: space-between; padding: 0.8mm 0; border-bottom: 0.5pt solid var(--line); break-inside: avoid }
.book-contents h3 { margin: 4mm 0 1mm; font-size: var(--text-m) }
.book-needs { margin-top: 6mm }
.book-needs ul { columns: 2; column-gap: 8mm }
.book-needs li { display: grid; grid-template-columns: auto 1fr auto; gap: 0 2mm; padding: 0.8mm 0; break-inside: avoid }
.book-needs li::before { content: '☐' }
.book [${PAGE_OF}] { font-variant-numeric: tabular-nums }
.book-guide a > [${PAGE_OF}]::before { content: ' → ' }
.book-guide a:dir(rtl) > [${PAGE_OF}]::before { content: ' ← ' }
.book-guide { break-before: page }
`

/**
 * Makes one page of the guides of a category, for print: a cover with the contents, all tools and parts added up, then each guide after its
 * prerequisites, once. Undefined if no page shows a guide; throws what the source throws.
 */
export async function makeBook({ title, chapters, widthPx, elsewhere }: BookOptions, page: Source['page']): Promise<string | undefined> {
  const listed = new Map<string, ListedGuide>()
  const onGuide = (guide: GuidePage): void => {
    trimArticle(guide, widthPx)
    listed.set(guide.url, listedFrom(guide))
  }
  const urls = chapters.map(({ url }) => url)
  const guides = await collectGuides(urls, page, onGuide)
  const [first] = guides
  if (!first) return undefined
  const pictures = new Map(guides.flatMap(picturesIn).map((picture) => [picture, picture]))
  const targets = { guides: new Map(guides.map((guide) => [guide.url, guide])), originals: new Map<string, string>(), elsewhere }
  for (const guide of guides) {
    finishArticle(guide, pictures, targets)
    beginAtHead(guide)
    numberLinks(guide)
  }
  const { lang, dir, siteName, footer } = first
  if (footer) remove(withAttribute(footer, 'data-original'))
  const words = wordsOf(lang)
  const asListed = guides.flatMap(({ url }) => listed.get(url) ?? [])
  const needs = sharedNeeds(asListed, lang)
  const styles = stylesOf((await page(first.url)) ?? '').map(
    (href) => `<link rel="stylesheet" href="${escaped(new URL(href, first.url).href)}">`,
  )
  const foot = `data-title="${escaped(title)}" data-of="${escaped(words.say('print.of'))}"`
  return [
    `<!DOCTYPE html><html lang="${escaped(lang)}" dir="${escaped(dir)}" ${foot}><head><meta charset="utf-8"><title>${escaped(title)}</title>`,
    ...styles,
    `<style>${STYLE}${guides.map(footOf).join('\n')}</style></head><body><main class="book">`,
    `<section class="book-cover"><p>${escaped(siteName)}</p><h1>${escaped(title)}</h1><p>${escaped(words.count('count.guides', guides.length))}</p></section>`,
    contentsOf(guides, chapters, words),
    needsOf('tools'),
    needsOf('parts'),
    footer ? markupOf(footerFor(footer)) : '',
    ...guides.map(({ article, original }) => `<div class="book-guide">${markupOf(article)}${original ? originOf(original) : ''}</div>`),
    '</main></body></html>\n',
  ].join('')

  function needsOf(what: 'tools' | 'parts'): string {
    const some = needs.filter(({ isPart }) => isPart === (what === 'parts'))
    if (some.length === 0) return ''
    const rows = some.map(({ name, quantity, isOptional, notes, guides }) => {
      const count = quantity > 1 ? `${words.number(quantity)} × ` : ''
      const note = [...(isOptional ? [words.say('guide.optional')] : []), ...notes].map((one) => ` <small>${escaped(one)}</small>`).join('')
      const pages = guides.map(({ path }) => numberOf(targets.guides.get(path)?.prefix ?? '')).join(words.say('list.comma'))
      return `<li><span>${count}<bdi>${escaped(name)}</bdi>${note}</span><span>${pages}</span></li>`
    })
    return `<section class="book-needs"><h2>${escaped(words.say(`guide.${what}`))}</h2><ul>${rows.join('')}</ul></section>`
  }
}

const numberOf = (prefix: string): string => `<a href="#${prefix}" ${PAGE_OF}="${prefix}">888</a>`

/** Chromium takes an article to be where its columns begin, which may be on its second sheet: its header is on the first. */
function beginAtHead({ article, prefix }: GuidePage): void {
  const [head] = withClass(article, 'guide-header')
  if (!head) return
  dropAttributes(article, ['id'])
  head.attribs.id = prefix
}

/** Links to other guides of the book have the number of their page. */
function numberLinks({ article }: GuidePage): void {
  for (const link of withTag(article, 'a')) {
    const [, prefix] = /^#(g\d+)$/.exec(link.attribs.href ?? '') ?? []
    const [number] = prefix ? withTag(readMarkup(`<span ${PAGE_OF}="${prefix}">888</span>`), 'span') : []
    if (number) DomUtils.appendChild(link, number)
  }
}

/** A prerequisite has the heading of the first guide that needs it; one of another category is marked. */
function contentsOf(guides: readonly GuidePage[], chapters: readonly Chapter[], words: Words): string {
  const own = new Set(chapters.map(({ url }) => url))
  const left = new Set(guides.map(({ url }) => url))
  const waiting = chapters.filter(({ url }) => left.has(url))
  let part = ''
  const rows = guides.map(({ url, prefix, title }) => {
    while (waiting[0] && !left.has(waiting[0].url)) waiting.shift()
    left.delete(url)
    const next = waiting[0]?.below.join(' › ') ?? part
    const opens = next === part ? '' : `</ol><h3>${escaped(next)}</h3><ol>`
    part = next
    const note = own.has(url) ? '' : ` <small>${escaped(words.say('guide.before'))}</small>`
    return `${opens}<li><span><a href="#${prefix}">${escaped(title)}</a>${note}</span>${numberOf(prefix)}</li>`
  })
  return `<nav class="book-contents"><h2>${escaped(words.say('oneFile.contents'))}</h2><ol>${rows.join('')}</ol></nav>`
}

/** The title of a guide is at the foot of its sheets. */
function footOf({ prefix, title }: GuidePage): string {
  const text = title.replace(/\s+/g, ' ').replace(/[\\"<]/g, (letter) => `\\${letter.charCodeAt(0).toString(16)} `)
  return `.book-guide:has(#${prefix}) { page: ${prefix} } @page ${prefix} { @bottom-left { content: "${text}" } }`
}

function listedFrom({ article, url, title, before }: GuidePage): ListedGuide {
  const needs = withAttribute(article, 'data-shopping').flatMap((list) => {
    const parts = new Set(
      withAttribute(list, 'aria-labelledby').flatMap((section) =>
        section.attribs['aria-labelledby'] === 'parts' ? withTag(section, 'li') : [],
      ),
    )
    const ofOthers = new Set(withClass(list, 'needs-before').flatMap((section) => withTag(section, 'li')))
    return withClass(list, 'products').flatMap((products) =>
      withTag(products, 'li').flatMap((item) => {
        const name = withTag(item, 'input')[0]?.attribs['aria-label']
        if (!name) return []
        return [
          {
            name,
            isPart: 'data-part' in item.attribs || parts.has(item),
            isOptional: withClass(item, 'optional').length > 0,
            quantity: Number(item.attribs['data-quantity'] ?? 1),
            notes: withClass(item, 'notes').map(textOf).join(' '),
            isBefore: ofOthers.has(item),
          },
        ]
      }),
    )
  })
  return { path: url, title, before, needs }
}
