import { NAMESPACES } from '../../src/model/ref.ts'
import { type Check, isThere } from './check.ts'
import { must, NotShown, sameItems } from './law.ts'
import { categories, hierarchy, hierarchyOrder, strings, titlesIn, titlesInOrder, wikiDetail } from './shapes.ts'

const CATEGORIES = '/wikis/CATEGORY'

export const WIKI_CHECKS: readonly Check[] = [
  ...NAMESPACES.map((namespace): Check => ({
    name: `wikis: ${namespace} has a list, titles, and details by title`,
    async run(peer, known) {
      const items = await known.wikis(namespace)
      must(
        items.every((item) => item.namespace === namespace),
        'the list has wikis of another namespace',
      )
      const titles = await peer.read(`/wikis/${namespace}?display=titles`, strings)
      must(
        items.every(({ title }) => titles.includes(title)),
        'display=titles lacks a title of the list',
      )
      for (const { title } of items.slice(0, 5)) {
        const wiki = await peer.read(`/wikis/${namespace}/${encodeURIComponent(title)}`, wikiDetail)
        must(wiki.title === title && wiki.namespace === namespace, `"${title}" says it is ${wiki.namespace} "${wiki.title}"`)
      }
    },
  })),
  {
    name: 'wikis: in a title "_" and a space are the same',
    async run(peer, known) {
      const spaced = (await known.wikis('CATEGORY')).find(({ title }) => /^\w+( \w+)+$/.test(title))
      if (!spaced) throw new NotShown('no category on the first page has a space in its title')
      const wiki = await peer.read(`${CATEGORIES}/${spaced.title.replaceAll(' ', '_')}`, wikiDetail)
      must(wiki.title === spaced.title, `"${spaced.title}" gives "${wiki.title}"`)
    },
  },
  {
    name: 'wikis: tags of a category are a list of texts',
    async run(peer, known) {
      const [{ title }] = await known.wikis('CATEGORY')
      await peer.read(`${CATEGORIES}/${encodeURIComponent(title)}/tags`, strings)
    },
  },
  {
    name: 'wikis: langid gives the translation, or the source language',
    async run(peer, known) {
      for (const { title } of (await known.wikis('CATEGORY')).slice(0, 60)) {
        const path = `${CATEGORIES}/${encodeURIComponent(title)}`
        const source = await peer.read(path, wikiDetail)
        const langids = Array.isArray(source.available_langids) ? source.available_langids.map(String) : []
        const other = langids.find((langid) => langid !== source.langid)
        if (!other) continue
        const { langid } = await peer.read(`${path}?langid=${other}`, wikiDetail)
        must([other, source.langid].includes(langid), `asked for ${other}, got ${langid}`)
        return
      }
      throw new NotShown('no category that was looked at has a translation')
    },
  },
  {
    name: 'hierarchy: display=hierarchy is a tree with display titles',
    async run(peer) {
      await isThere(peer, `${CATEGORIES}?display=hierarchy`)
      const { hierarchy: tree, display_titles } = await peer.read(`${CATEGORIES}?display=hierarchy`, hierarchy)
      const titles = new Set(titlesIn(tree))
      must(titles.size > 0, 'the tree is empty')
      const stray = Object.keys(display_titles).find((title) => !titles.has(title))
      must(stray === undefined, `"${stray}" has a display title and is not in the tree`)
    },
  },
  {
    name: 'hierarchy: requireGuides leaves categories out, includeStubs brings some in',
    async run(peer) {
      const path = `${CATEGORIES}?display=hierarchy`
      await isThere(peer, path)
      const titles = async (more: string) => titlesIn((await peer.read(path + more, hierarchy)).hierarchy)
      const [usual, fewer, more] = [await titles(''), await titles('&requireGuides=true'), await titles('&includeStubs=true')]
      must(
        fewer.every((title) => usual.includes(title)),
        'requireGuides brings a category in',
      )
      must(
        usual.every((title) => more.includes(title)),
        'includeStubs leaves a category out',
      )
      must(sameItems(await titles('&requireGuides=false&includeStubs=false'), usual), '"=false" is not the same as nothing')
    },
  },
  {
    name: 'hierarchy: display=hierarchyOrder has each title of the tree',
    async run(peer) {
      await isThere(peer, `${CATEGORIES}?display=hierarchyOrder`)
      await isThere(peer, `${CATEGORIES}?display=hierarchy`)
      const order = new Set(titlesInOrder(await peer.read(`${CATEGORIES}?display=hierarchyOrder`, hierarchyOrder)))
      const { hierarchy: tree } = await peer.read(`${CATEGORIES}?display=hierarchy`, hierarchy)
      const lost = titlesIn(tree).find((title) => !order.has(title))
      must(lost === undefined, `"${lost}" is in the tree and not in the ordered one`)
    },
  },
  {
    name: 'hierarchy: /categories is the bare tree',
    async run(peer) {
      await isThere(peer, '/categories')
      must(titlesIn(await peer.read('/categories', categories)).length > 0, 'the tree is empty')
    },
  },
]
