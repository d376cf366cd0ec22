import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'
import { mediaHash } from '../../src/cache/layout.ts'
import type { Look } from './list/row.ts'

type Page = ReturnType<typeof parseDocument>
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

const pages = new Map<string, Page>()

/** A page of a built site by its path; throws when there is none. */
export function pageOf(folder: string, path: string): Page {
  const known = pages.get(path) ?? parseDocument(readFileSync(join(folder, path, 'index.html'), 'utf8'))
  pages.set(path, known)
  return known
}

/** The elements that a selector finds: names, classes, ids, attributes; one below another, or with `>` right below. */
export function elementsAt(page: Page, selector: string): Element[] {
  const words = selector.split(' ')
  const steps = words.flatMap((word, at) => (word === '>' ? [] : [{ isChild: words[at - 1] === '>', test: matcher(word) }]))
  const all = DomUtils.getElementsByTagName('*', page)
  const fits = (element: Element, at: number): boolean => {
    const step = steps[at]
    if (!step?.test(element)) return false
    if (at === 0) return true
    for (let above = element.parent; above && 'attribs' in above; above = above.parent) {
      if (fits(above, at - 1)) return true
      if (step.isChild) return false
    }
    return false
  }
  return all.filter((element) => fits(element, steps.length - 1))
}

function matcher(compound: string): (element: Element) => boolean {
  const parts = Array.from(compound.matchAll(/^[\w-]+|\.[\w-]+|#[\w-]+|\[[^\]]+\]/g), ([part]) => part)
  if (parts.join('') !== compound) throw new Error(`The selector "${compound}" is not understood.`)
  return ({ name, attribs }) =>
    parts.every((part) => {
      if (part.startsWith('.')) return (attribs.class ?? '').split(/\s+/).includes(part.slice(1))
      if (part.startsWith('#')) return attribs.id === part.slice(1)
      if (!part.startsWith('[')) return name === part
      const [key = '', value] = part.slice(1, -1).split('=')
      return value === undefined ? key in attribs : attribs[key] === value
    })
}

/** What does not show on the page of the values that it must show, as sentences; `values` are leaves or records with leaves. */
export function unseen(elements: readonly Element[], look: Look, values: readonly unknown[]): string[] {
  if (typeof look === 'object') return saidIn(elements, true).includes(look.words) ? [] : [`“${look.words}”`]
  // A time of 0 means never.
  const told = look === 'date' ? values.filter((value) => value !== 0) : values
  return told
    .filter((value) => !leavesOf(value).some((leaf) => isSeen(elements, look, leaf)))
    .map((value) => JSON.stringify(value).slice(0, 120))
}

function isSeen(elements: readonly Element[], look: 'text' | 'date' | 'file', leaf: string | number): boolean {
  if (look === 'date') return timesIn(elements).some((time) => Math.floor(time / 1000) === Math.floor(Number(leaf)))
  if (look === 'file') return typeof leaf === 'string' && saidIn(elements, true).includes(mediaHash(leaf))
  const text = plain(String(leaf))
  return text !== '' && (saidIn(elements, false).includes(text) || attributesIn(elements).some((attribute) => attribute.includes(text)))
}

const timesIn = (elements: readonly Element[]): number[] =>
  elements.flatMap((element) => DomUtils.getElementsByTagName('time', element)).map(({ attribs }) => Date.parse(attribs.datetime ?? ''))

/** The text of elements; with `inAttributes` what their attributes say too. */
const saidIn = (elements: readonly Element[], inAttributes: boolean): string =>
  [...elements.map((element) => spaced(DomUtils.textContent(element))), ...(inAttributes ? attributesIn(elements) : [])].join('\n')

const attributesIn = (elements: readonly Element[]): string[] =>
  elements.flatMap((element) => DomUtils.getElementsByTagName('*', [element])).flatMap(({ attribs }) => Object.values(attribs))

/** A text of the service's, which may be HTML, as a page's text has it. */
export const plain = (text: string): string => spaced(/<\w|&\w+;/.test(text) ? DomUtils.textContent(parseDocument(text)) : text)

const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** A value that is a text or a number, or the texts in it: a number inside a record is found by chance on any page. */
export function leavesOf(value: unknown): (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value]
  return typeof value === 'object' && value ? textsIn(value) : []
}

const textsIn = (value: object): string[] =>
  Object.values(value).flatMap((inner: unknown) =>
    typeof inner === 'string' ? [inner] : typeof inner === 'object' && inner ? textsIn(inner) : [],
  )
