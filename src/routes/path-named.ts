import type { DocumentRef, Ref } from '../model/ref.ts'

/** Anything with a page of its own; a document is a file. */
export type PageRef = Exclude<Ref, DocumentRef>

/** The subfolder of a divided folder: the last letters of a name, which are part of a hash or a number. */
export const between = (name: string): string => name.slice(-2)

/** The path of a page, from the name of its title in a folder. Browsers use this file too: it imports nothing from Node. */
export function pathNamed(ref: PageRef, nameIn: (folder: string, title: string) => string): string {
  switch (ref.kind) {
    case 'guide':
      return `/guide/${ref.guideid}/`
    case 'tag':
      return `/tag/${nameIn('tag', ref.tag)}/`
    case 'team':
      return `/team/${ref.teamid}/`
    case 'user':
      return `/user/${ref.userid}/`
    case 'wiki': {
      const { namespace, title } = ref
      const folder = namespace.toLowerCase()
      // TEAM and USER wikis are the about pages of teams and users: their titles are ids (specification, section 2.7).
      const isId = (namespace === 'TEAM' || namespace === 'USER') && /^\d+$/.test(title)
      return `/${folder}/${isId ? title : nameIn(folder, title)}/`
    }
  }
}
