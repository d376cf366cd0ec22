import { at, list, one, records } from '../read.ts'
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
