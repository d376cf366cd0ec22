import type { RecordKey } from '../../cache/layout.ts'
import { nameIn } from '../../model/names.ts'
import { fillPath, type ListName, LISTS, recordPathOf, RECORDS, WIKI_LISTS } from '../../model/resources.ts'

/** A request to the API and the file with its answer, both below `/api/2.0/`. A page of a list is `list/pages/1.json`. */
export interface Filed {
  target: string
  path: string
}

/** The folder with the pages of a user's guides, completions or favorites, if `--extra` copied them; undefined if not paged. */
export function pagesOfRecord({ kind, id }: RecordKey): string | undefined {
  const { isPaged, of } = RECORDS[kind]
  return isPaged && of === 'user' ? recordPathOf(kind, id).slice(1) : undefined
}

/** A request from the table for one id, and its file: for `list?display=tree` `list/tree`, for `guides/1?flag` `guides/1.flag`. */
function fileOf(question: string, id: string): Filed {
  const [path = '', query] = question.split('?')
  const ending = query === undefined ? '' : query.startsWith('display=') ? `/${query.slice('display='.length)}` : `.${query}`
  return {
    target: fillPath(question, id),
    path: `${fillPath(path, id, (title, namespace) => nameIn(`wikis/${namespace}`, title))}${ending}`,
  }
}

/** The files with a record's answers: `guides/12.json`, in German `guides/12.de.json`, and in the source language also its tags. */
export function filesOfRecord({ kind, id, lang }: RecordKey): Filed[] {
  const files = (RECORDS[kind].files ?? []).map((question) => fileOf(question, id))
  const hasTags = !lang && (kind === 'guide' || kind === 'wiki')
  const tags = hasTags ? files.slice(0, 1).map(({ target, path }) => ({ target: `${target}/tags`, path: `${path}/tags` })) : []
  return [...files, ...tags].map((file) => inLanguage(file, lang))
}

/** The same request in another language, and its file. */
export function inLanguage({ target, path }: Filed, lang: string | undefined): Filed {
  if (!lang) return { target, path: `${path}.json` }
  return { target: `${target}${target.includes('?') ? '&' : '?'}langid=${lang}`, path: `${path}.${lang}.json` }
}

/** The folder of a list's pages. */
export const folderOf = (list: ListName): string => LISTS[list].path.slice(1)

export const WIKI_FOLDERS = WIKI_LISTS.map(folderOf)
