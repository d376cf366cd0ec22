/** The single element that a selector matches, of the required type. Throws if the page has a different one or none. */
export function find<T extends Element>(root: ParentNode, selector: string, type: new () => T): T {
  const element = root.querySelector(selector)
  if (!(element instanceof type)) throw new TypeError(`The page has no ${type.name} for ${selector}`)
  return element
}

/** A new element with properties and content. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...content)
  return made
}

/** A copy of the content of a `<template>`. */
export function copyOf(template: HTMLTemplateElement): HTMLElement {
  const copy = template.content.firstElementChild?.cloneNode(true)
  if (!(copy instanceof HTMLElement)) throw new TypeError('An empty template')
  return copy
}

/** A Pagefind excerpt as nodes: it contains `<mark>` and the entities `&lt;` and `&gt;`; nothing in it is trusted as HTML. */
export const excerptNodes = (excerpt: string): (Node | string)[] =>
  excerpt.split(/<mark>(.*?)<\/mark>/s).map((part, at) => {
    const text = part.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
    return at % 2 === 0 ? text : element('mark', {}, text)
  })

/** The address of a result's picture; `root` is the site's root, with a trailing slash. Pictures may be hosted elsewhere. */
export const pictureAt = (root: string, image: string): string => new URL(image.replace(/^\//, ''), new URL(root, location.href)).href
