import type { BrowserWords } from '../../../words/browser.ts'
import { copyOf, excerptNodes, find, pictureAt } from './dom.ts'
import type { Hit, HitSection } from '../engine/hit.ts'
import { filterWords, shownWords } from './shown.ts'

/** A result drawn with the page's template. `root` is the folder of pictures, with a trailing slash. */
export function hitView(hit: Hit, template: HTMLTemplateElement, root: string, words: BrowserWords): HTMLElement {
  const item = copyOf(template)
  fillSection(item, hit)
  item.classList.toggle('is-away', hit.isHere === false)
  for (const text of item.querySelectorAll<HTMLElement>('[data-foreign]')) text.lang = hit.lang
  find(item, '[data-part=kind]', HTMLElement).textContent = filterWords(words, 'kind', hit.kind)
  find(item, '[data-part=path]', HTMLElement).textContent = hit.breadcrumb
  const why = find(item, '[data-part=why]', HTMLElement)
  why.textContent = sentenceWhy(hit, words)
  why.hidden = !why.textContent
  const picture = find(item, '[data-part=picture]', HTMLImageElement)
  if (hit.image) picture.src = pictureAt(root, hit.image)
  else picture.remove()
  const sections = find(item, '[data-part=sections]', HTMLElement)
  const sectionTemplate = find(sections, 'template', HTMLTemplateElement)
  sections.replaceChildren(...hit.sections.map((section) => fillSection(copyOf(sectionTemplate), section)))
  sections.hidden = hit.sections.length === 0
  return item
}

/** Whether a result is on this device, which typed words it lacks, and its synonyms for them; '' for nothing to say. */
export function sentenceWhy(
  { isHere, missingWords, synonyms }: Pick<Hit, 'isHere' | 'missingWords' | 'synonyms'>,
  words: BrowserWords,
): string {
  const parts = [
    isHere ? words.say('found.here') : '',
    synonyms.length > 0 ? words.say('found.also', { words: shownWords(synonyms, words) }) : '',
    missingWords.length > 0 ? words.say('found.without', { words: shownWords(missingWords, words) }) : '',
  ]
  return parts.filter(Boolean).join(' · ')
}

function fillSection(item: HTMLElement, { href, title, excerpt }: HitSection): HTMLElement {
  const link = find(item, 'a', HTMLAnchorElement)
  link.href = href
  link.textContent = title
  find(item, '[data-part=excerpt]', HTMLElement).replaceChildren(...excerptNodes(excerpt))
  return item
}
