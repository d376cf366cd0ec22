import type { DocumentRef, Ref } from '../model/ref.ts'

/** What has a page of its own; a document is a file. */
export type PageRef = Exclude<Ref, DocumentRef>

/** The folder between a divided one and a name: the last letters of a name are those of a hash, or of a number. */
export const between = (name: string): string => name.slice(-2)

/** The path of a page, by the name that its title has in a folder. Browsers make paths by this file too: it imports nothing of Node's. */
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
