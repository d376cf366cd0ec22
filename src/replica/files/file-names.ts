import type { ListName, RecordKey, RecordKind } from '../../cache/layout.ts'
import { extraPath, isExtra } from '../../model/extras.ts'
import { NAMESPACES } from '../../model/ref.ts'
import { nameIn } from '../../model/names.ts'

/** A question to the API and the file that its answer lies in, both below `/api/2.0/`. A page of a list is `list/pages/1.json`. */
export interface Filed {
  target: string
  path: string
}

/** By kind: the questions that a record answers. Other kinds are answered with these, in pages, or by a server only. */
const NAMES: Partial<Record<RecordKind, (id: string) => Filed[]>> = {
  site: () => [{ target: 'sites/info', path: 'sites/info' }],
  hierarchy: () => [{ target: 'wikis/CATEGORY?display=hierarchy', path: 'wikis/CATEGORY/hierarchy' }],
  'hierarchy-order': () => [{ target: 'wikis/CATEGORY?display=hierarchyOrder', path: 'wikis/CATEGORY/hierarchyOrder' }],
  categories: () => [{ target: 'categories', path: 'categories' }],
  guide: (id) => [same(`guides/${id}`), { target: `guides/${id}?excludePrerequisiteSteps`, path: `guides/${id}.excludePrerequisiteSteps` }],
  wiki: (id) => [wikiFile(id)],
  user: (id) => [same(`users/${id}`)],
  'user-badges': (id) => [same(`users/${id}/badges`)],
  'team-members': (id) => [same(`teams/${id}`)],
  image: (id) => [same(`media/images/${id}`)],
  video: (id) => [same(`media/videos/${id}`)],
  'category-children': (id) => [below(wikiFile(id), 'children')],
  'category-identification': (id) => [below(wikiFile(id), 'identification')],
  'category-documents': (id) => [same(`wikis/CATEGORY/${id}/documents`)],
}

/** Answers that come in pages: what people wrote, completed and like, where `--extra` copied it. */
const PAGED: readonly RecordKind[] = ['user-guides', 'user-completions', 'user-favorites']

/** The folder in which the pages of a record's answer lie; undefined where it is one file, or none. */
export function pagesOfRecord({ kind, id }: RecordKey): string | undefined {
  return isExtra(kind) && PAGED.includes(kind) ? extraPath(kind, id).slice(1) : undefined
}

const same = (path: string): Filed => ({ target: path, path })
const below = ({ target, path }: Filed, part: string): Filed => ({ target: `${target}/${part}`, path: `${path}/${part}` })

function wikiFile(id: string): Filed {
  const slash = id.indexOf('/')
  const [namespace, title] = [id.slice(0, slash), id.slice(slash + 1)]
  return { target: `wikis/${namespace}/${encodeURIComponent(title)}`, path: `wikis/${namespace}/${nameIn(`wikis/${namespace}`, title)}` }
}

/** Where the answers that a record gives lie: `guides/12.json`, in German `guides/12.de.json`, and beside the source language its tags. */
export function filesOfRecord({ kind, id, lang }: RecordKey): Filed[] {
  const files = NAMES[kind]?.(id) ?? []
  const hasTags = !lang && (kind === 'guide' || kind === 'wiki')
  const tags = hasTags ? files.slice(0, 1).map((file) => below(file, 'tags')) : []
  return [...files, ...tags].map((file) => inLanguage(file, lang))
}

/** The same question in another language, and its file. */
export function inLanguage({ target, path }: Filed, lang: string | undefined): Filed {
  if (!lang) return { target, path: `${path}.json` }
  return { target: `${target}${target.includes('?') ? '&' : '?'}langid=${lang}`, path: `${path}.${lang}.json` }
}

/** The path of each list. */
export const LIST_FOLDERS: Record<ListName, string> = {
  guides: 'guides',
  'guides-featured': 'guides/featured',
  'wikis-CATEGORY': 'wikis/CATEGORY',
  'wikis-ITEM': 'wikis/ITEM',
  'wikis-TEAM': 'wikis/TEAM',
  'wikis-USER': 'wikis/USER',
  'wikis-INFO': 'wikis/INFO',
  'wikis-WIKI': 'wikis/WIKI',
  tags: 'tags',
  teams: 'teams',
  users: 'users',
  comments: 'comments',
}

export const WIKI_FOLDERS = NAMESPACES.map((namespace) => LIST_FOLDERS[`wikis-${namespace}`])
