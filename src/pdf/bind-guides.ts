/** A category that begins in a book. */
export interface Opening {
  /** Its place in the book: `part-3`. */
  place: string
  title: string
  /** The language of its title where it is another than the book's. */
  lang?: string | undefined
  /** How far below the book's own category it stands: 1 for its children. */
  depth: number
}

/** A guide that a book takes in. */
export interface Chapter {
  /** The address of its page. */
  address: string
  /** Its place in the book: `guide-12`. */
  place: string
  /** How far below the book's own category its category stands. */
  depth: number
  /** The categories that begin with it. */
  opens: readonly Opening[]
  isArchived: boolean
}

/** What a book says in the words of the interface. */
export interface BookWords {
  contents: string
  /** Which guides are not in it; '' when all are. */
  leftOut: string
  archived: string
  /** The language of these words. */
  lang: string
}

/**
 * Runs in the page of the first guide: makes a book of it. First its title, under a heading the categories and guides with a place for their page numbers, and what the site's footer says; then each
 * guide from a new sheet on, below the names of the categories that begin with it. Answers with the titles of the guides by their places.
 */
export async function bindGuides(
  root: Element,
  { title, words, chapters, looks }: { title: string; words: BookWords; chapters: readonly Chapter[]; looks: string },
): Promise<Record<string, string>> {
  const make = (name: string, parent: Element, text = ''): HTMLElement => {
    const made = document.createElement(name)
    made.textContent = text
    parent.append(made)
    return made
  }
  const main = document.createElement('main')
  const cover = make('section', main)
  const [, contentsTitle, contents] = [make('h1', cover, title), make('h2', cover, words.contents), make('ol', cover)]
  contentsTitle.lang = words.lang
  contents.className = 'book-contents'
  if (words.leftOut) make('p', cover, words.leftOut).lang = words.lang
  const footer = root.querySelector('.site-footer')
  // The original of the first guide alone.
  footer?.querySelector('[data-original]')?.remove()
  // PDF files have six levels of headings; what lies deeper has no bookmark. Categories stay above their guides.
  const levelOf = (depth: number, deepest: number): number => Math.min(depth + 1, deepest)
  // The lists of the contents by depth: of the book's own category, of the one that began last below it, and so on.
  const lists = [contents]
  const row = (depth: number, place: string, text: string, lang = ''): HTMLElement => {
    const item = make('li', lists[depth] ?? contents)
    const link = make('a', item) as HTMLAnchorElement
    link.href = `#${place}`
    const name = make('span', link, text)
    if (lang) name.lang = lang
    make('span', link).dataset.place = place
    return item
  }
  const titles: Record<string, string> = {}
  for (const { address, place, depth, opens, isArchived } of chapters) {
    const page = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html')
    const article = page.querySelector('article.guide')
    if (!article) throw new Error(`${address} shows no guide`)
    for (const { id } of [...article.querySelectorAll('[id]')]) {
      for (const name of ['href', 'aria-labelledby', 'for'])
        for (const other of article.querySelectorAll(`[${name}="${CSS.escape(name === 'href' ? `#${id}` : id)}"]`))
          other.setAttribute(name, `${name === 'href' ? '#' : ''}${place}-${id}`)
    }
    for (const element of article.querySelectorAll('[id]')) element.id = `${place}-${element.id}`
    for (const picture of article.querySelectorAll('img')) picture.loading = 'eager'
    for (const sheet of page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (![...document.styleSheets].some(({ href }) => href === sheet.href)) document.head.append(sheet)
    const sheets = make('div', main)
    sheets.className = 'book-guide'
    sheets.dataset.sheets = place
    for (const opening of opens) {
      const heading = make('h2', sheets, opening.title)
      heading.id = opening.place
      heading.className = 'book-part'
      heading.ariaLevel = String(levelOf(opening.depth, 5))
      if (opening.lang) heading.lang = opening.lang
      const item = row(opening.depth - 1, opening.place, opening.title, opening.lang)
      item.className = 'book-part-row'
      lists.splice(opening.depth, lists.length, make('ol', item))
    }
    const level = levelOf(depth + 1, 6)
    for (const heading of article.querySelectorAll('h1, h2, h3, h4, h5, h6'))
      heading.ariaLevel = String(level + Number(heading.tagName.slice(1)) - 1)
    article.id = place
    sheets.append(article)
    titles[place] = article.querySelector('h1')?.textContent.trim() ?? place
    row(depth, place, titles[place] + (isArchived ? ` · ${words.archived}` : ''))
  }
  if (footer) cover.append(footer)
  document.body.replaceChildren(main)
  document.title = title
  document.documentElement.dataset.title = title
  make('style', document.head, looks)
  await Promise.all([...document.images].map((picture) => picture.decode().catch(() => undefined)))
  return titles
}

/** Runs in the page: writes page numbers into the contents, and the title of each guide at the foot of its sheets. */
export function numberPages(root: Element, { pages, feet }: { pages: Record<string, number>; feet: string }): void {
  for (const number of root.querySelectorAll<HTMLElement>('[data-place]'))
    number.textContent = String(pages[number.dataset.place ?? ''] ?? '')
  const style = document.createElement('style')
  style.textContent = feet
  document.head.append(style)
}
