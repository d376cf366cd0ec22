/** A page that the service addresses by a title. */
export interface TitlePage {
  /** The namespace of a text, or TAG. */
  kind: 'CATEGORY' | 'ITEM' | 'INFO' | 'WIKI' | 'TAG'
  /** Canonical form, with spaces. */
  title: string
  /** From the root of the site, before the base: `/category/kettle-e9d28791/`. */
  path: string
}

/** The targets of the service's own addresses, except those with ids. */
export interface ServiceAddresses {
  /** By importance to readers, as hosts limit their number. */
  titles: readonly TitlePage[]
  /** The file of a document by the service's id: relative to the site's root, or an absolute address on another origin. */
  documents: ReadonlyMap<string, string>
  /** The page of a record by the path it states, decoded, with spaces for plus signs; only paths whose form does not imply the page. */
  pages: ReadonlyMap<string, string>
  /** The first path segments that the service itself uses, in lower case. */
  words: readonly string[]
  /** Folders of complete translations: addresses with their words lead there. */
  languages: readonly string[]
}

/** The facts about a finished site that its hosts need. */
export interface HostSite {
  /** Its base path, with a leading and a trailing slash. */
  base: string
  /** Its public address; '' if unknown. */
  site: string
  /** Folders of translations, each with its own 404.html. */
  languages: readonly string[]
  /** True if it contains the API's answers as files. */
  hasApi: boolean
  /** True if there are compressed copies next to text files. */
  isCompressed: boolean
  /** True if nginx has the module that serves `.br`. */
  hasBrotli: boolean
  /** The address of its media, with a trailing slash; '' for the site itself. */
  mediaBase: string
  addresses: ServiceAddresses
}

/** The content of files by their names. */
export type Files = Readonly<Record<string, string>>

/** The first line of generated files. */
export const MADE_BY = 'Made by Benchbook for'

/** A name for a site on a server with several, made of letters, digits and underscores. */
export function nameOfSite({ base, site }: HostSite): string {
  const host = site ? new URL(site).host : ''
  return ['benchbook', ...`${host}${base}`.split(/[^a-z0-9]+/i).filter(Boolean)].join('_')
}
