import { safeName } from '../../../src/model/addresses/safe-name.ts'
import { slugOf } from '../../../src/model/title.ts'
import { at, list, one, records, type Stored } from '../read.ts'
import { type Facts, first, hasKeys, holds, isEmptyList, isFilledList, isObject, matches, where } from './fact.ts'

const wikis = records('wiki')
const categories = wikis.filter(({ value }) => one(value, 'namespace') === 'CATEGORY')
const listed = list('wikis-CATEGORY')
const MORE_KEYS =
  'ancestors author authors available_langids category_info category_lists children created_date modified_date description diagrams ' +
  'display_title documents featured_guides guides info is_troubleshooting linked_wikis maintenance_schedule page_title parent parts ' +
  'related_wikis repairability_score solutions_url source_revisionid suppliers table_of_contents tags tools'

/** The tree has the first ancestor as the category's own parent, the last as a root. */
const closestFirst = (wiki: unknown): boolean =>
  at(wiki, 'ancestors.*').length === 3 && one(wiki, 'ancestors.0.title') === one(wiki, 'parent.title')

export const wikiFacts: Facts = {
  'a detail has about 39 keys': () => first(categories, (wiki) => hasKeys(wiki, MORE_KEYS) && Object.keys(wiki as object).length >= 39),
  'ancestors stand closest first': () => first(categories, closestFirst),
  'authors have a share, a picture and a page': () =>
    where(wikis, 'authors.*', (author) => hasKeys(author, 'userid username percent avatar_url profile_url')),
  "an author's userid can be null": () => holds(wikis, 'authors.*.userid', null),
  'info is inherited from an ancestor': () => where(categories, 'info.*.inheritedFrom', matches(/./)),
  'info can be its own': () => where(categories, 'info.*', (fact) => hasKeys(fact, 'name value') && one(fact, 'inheritedFrom') === null),
  'parts: tags with counts': () =>
    where(categories, 'parts', (parts) => hasKeys(parts, 'url') && hasKeys(one(parts, 'categories.0'), 'tag count url')),
  'tools with picture and code': () => where(categories, 'tools.*', (tool) => hasKeys(tool, 'title target_url image_url itemcode')),
  'a page of solutions': () => where(categories, 'solutions_url', matches(/^https:/)),
  'flags are an object keyed by flag id': () => where(categories, 'flags', (flags) => isObject(one(flags, 'CATEGORY_STUB'))),
  'flags are []': () => where(categories, 'flags', isEmptyList),
  'category_info can be an object': () => where(categories, 'category_info', isObject),
  'featured guides': () => where(categories, 'featured_guides', isFilledList),
  'a detail has no url, summary or dataType': () =>
    first(wikis, (wiki) => ['url', 'summary', 'dataType'].every((key) => !hasKeys(wiki, key))),
  'a list item has no revisionid': () => first(listed, (item) => hasKeys(item, 'url summary dataType') && !hasKeys(item, 'revisionid')),
  'documents of a wiki': () =>
    where(wikis, 'documents.*', (document) =>
      hasKeys(document, 'documentid guid date size pages filename title document_extension image url download_url'),
    ),
  'contents can be wiki text only': () => first(wikis, (wiki) => one(wiki, 'contents_rendered') === '' && one(wiki, 'contents_raw') !== ''),
  'tags of a wiki that its detail does not hold': () =>
    holds(wikis, 'tags', false) ? first(records('wiki-tags'), isFilledList) : undefined,
}

const hierarchies = records('hierarchy')
const bare = records('categories')
const ordered = records('hierarchy-order')
const guides = records('guide')

const titlesIn = (tree: unknown): string[] =>
  isObject(tree) ? Object.entries(tree as object).flatMap(([title, below]) => [title, ...titlesIn(below)]) : []
export const TITLES = titlesIn(one(hierarchies[0]?.value, 'hierarchy'))
const titles: Stored[] = TITLES.map((title) => ({ name: `category ${JSON.stringify(title)}`, value: title }))

/** Two different titles that become the same by `reduce`. */
function pair(all: Stored[], reduce: (title: string) => string): string | undefined {
  const of = (stored: Stored) => reduce(String(stored.value))
  const twin = (one: Stored) => all.find((other) => other !== one && of(other) === of(one))
  const found = all.find((stored) => twin(stored))
  return found && `${found.name} and ${twin(found)?.name}`
}
const guideTitles = guides.map(({ name, value }) => ({ name, value: one(value, 'title') }))
const leafIs = (tree: unknown, passes: (leaf: unknown) => boolean): boolean =>
  isObject(tree) && Object.values(tree as object).some((below) => passes(below) || leafIs(below, passes))
const inNoTree = (category: unknown): boolean => !TITLES.includes(String(category).replaceAll('_', ' '))

export const hierarchyFacts: Facts = {
  'leaves are null in one form': () => where(hierarchies, 'hierarchy', (tree) => leafIs(tree, (leaf) => leaf === null)),
  'GET /categories is a bare tree with {} as leaves': () =>
    first(bare, (tree) => leafIs(tree, (leaf) => isObject(leaf) && titlesIn(leaf).length === 0)),
  'the two trees hold the same titles': () => first(bare, (tree) => titlesIn(tree).join() === TITLES.join()),
  'hierarchyOrder is an array of title, display_title and children': () => where(ordered, '*.children.*.display_title', matches(/./)),
  "hierarchyOrder alone keeps the site's order": () =>
    first(ordered, (order) => at(order, '*.title').join() !== at(order, '*.title').sort().join()),
  'a leaf of hierarchyOrder has no children': () => where(ordered, '*.children.*.children', isEmptyList),
  'display titles differ from titles': () => where(hierarchies, 'display_titles.*', matches(/./)),
  'with langid they are translated': () =>
    where(records('hierarchy', 'translation'), 'display_titles.Bicycle', (title) => title === 'Fahrräder'),
  'guides name categories that are in no tree: Root': () => first(guides, (guide) => one(guide, 'category') === 'Root' && inNoTree('Root')),
  'guides name categories that are in no tree: Wiki': () => first(guides, (guide) => one(guide, 'category') === 'Wiki' && inNoTree('Wiki')),
  'guides name categories that are in no tree: with letters of other languages': () =>
    where(guides, 'category', (title) => matches(/[^ -~]/)(title) && inNoTree(title)),
  'a category of the tree has no page of its own': () =>
    first(titles, (title) => !list('wikis-CATEGORY').some(({ value }) => one(value, 'title') === title)),
  'a title holds "': () => first(titles, matches(/"/)),
  "a title holds '": () => first(titles, matches(/'/)),
  'a title holds non-ASCII': () => first(titles, matches(/ø/)),
  'a title holds double spaces': () => first(titles, matches(/ {2}/)),
  'a title ends with a dot': () => first(titles, matches(/\.$/)),
  'a title ends with a space': () => first(titles, matches(/ $/)),
  'a title ends with a no-break space': () => first(titles, matches(/\u00a0$/)),
  'a title holds bidi characters': () => first(titles, matches(/[\u202a-\u202e\u200e\u200f]/)),
  'a title holds a zero-width character': () => first(titles, matches(/\u200b/)),
  'a title has 132 bytes': () => first(titles, (title) => Buffer.byteLength(String(title)) === 132),
  'titles collide under plain slugging, and their files do not': () =>
    new Set(TITLES.map(safeName)).size === TITLES.length ? pair(titles, slugOf) : undefined,
  'a title collides by one quote': () => pair(titles, (title) => title.replace('"', '')),
  'titles differ in case only': () => pair(titles, (title) => title.toLowerCase()),
  'guide titles hold / ? & + ™': () =>
    first(guideTitles, (title) => ['/', '?', '&', '+', '™'].every((sign) => String(title).includes(sign))),
  'guide titles repeat': () => pair(guideTitles, (title) => title),
  'titles treat _ and space alike': () => where(guides, 'category', (title) => matches(/_/)(title) && !inNoTree(title)),
}
