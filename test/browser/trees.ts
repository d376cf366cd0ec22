import { parseDocument } from 'htmlparser2'

type Nodes = ReturnType<typeof parseDocument>['children']

/** A tree of elements as one text, `p(#b(#))`, on which two parsers must agree. `#` is any text that is more than white space. */
export const treeOf = (html: string): string => branchesOf(parseDocument(html).children)

const branchesOf = (nodes: Nodes): string =>
  nodes
    .map((node) =>
      'children' in node && 'name' in node ? `${node.name}(${branchesOf(node.children)})` : 'data' in node && node.data.trim() ? '#' : '',
    )
    .join('')
    .replace(/#+/g, '#')

/** {@link treeOf} as parsed by the browser, and whether parsing its output gives the same again. Runs in the page. */
export function treesInBrowser(rendered: [name: string, html: string][]): { tree: string; isStable: boolean; isInPlace: boolean }[] {
  const branches = (node: Node): string =>
    [...node.childNodes]
      .map((child) => (child instanceof Element ? `${child.localName}(${branches(child)})` : child.textContent?.trim() ? '#' : ''))
      .join('')
      .replace(/#+/g, '#')
  const parse = (html: string): Document =>
    new DOMParser().parseFromString(`<!doctype html><body><main><div>${html}</div></main><p id="after">`, 'text/html')
  return rendered.map(([, html]) => {
    const page = parse(html)
    const place = page.querySelector('main > div')
    return {
      tree: place ? branches(place) : '',
      isStable: place?.isEqualNode(parse(place.innerHTML).querySelector('main > div')) ?? false,
      isInPlace:
        branches(page.documentElement).startsWith('head()body(main(div(') && page.querySelector('body > main + #after:last-child') !== null,
    }
  })
}
