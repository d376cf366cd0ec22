/** The single element that a selector matches, of the required type. Throws if the page has a different one or none. */
export function find<T extends Element>(root: ParentNode, selector: string, type: new () => T): T {
  const element = root.querySelector(selector)
  if (!(element instanceof type)) throw new TypeError(`The page has no ${type.name} for ${selector}`)
  return element
}

/** A copy of the content of a `<template>`. */
export function copyOf(template: HTMLTemplateElement): HTMLElement {
  const element = template.content.firstElementChild?.cloneNode(true)
  if (!(element instanceof HTMLElement)) throw new TypeError('An empty template')
  return element
}

/** A Pagefind excerpt as nodes: it contains `<mark>` and the entities `&lt;` and `&gt;`; nothing in it is trusted as HTML. */
export function excerptNodes(excerpt: string): Node[] {
  return excerpt.split(/<mark>(.*?)<\/mark>/s).map((part, at) => {
    const text = part.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
    if (at % 2 === 0) return document.createTextNode(text)
    const mark = document.createElement('mark')
    mark.textContent = text
    return mark
  })
}
