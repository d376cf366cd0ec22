/** A page that the service addresses by a title. */
export interface TitlePage {
  /** The namespace of a text, or TAG. */
  kind: 'CATEGORY' | 'ITEM' | 'INFO' | 'WIKI' | 'TAG'
  /** Canonical: with spaces. */
  title: string
  /** From the root of the site, before the base: `/category/kettle-e9d28791/`. */
  path: string
}

/** What the service's own addresses lead to, besides ids. */
export interface ServiceAddresses {
  /** Those that readers want most first: hosts take so many. */
  titles: readonly TitlePage[]
  /** By the service's id, the file of a document, from the root of the site, or as a whole address on another. */
  documents: ReadonlyMap<string, string>
  /** By a path of the service's, decoded and with spaces for plus signs, the page of a record that states it as its address; only those whose form does not tell. */
  pages: ReadonlyMap<string, string>
  /** First words of addresses as the service itself writes them, in lower case. */
  words: readonly string[]
  /** Folders of translations that have all pages: an address in their words leads there. */
  languages: readonly string[]
}

/** A finished site, as far as its hosts must know it. */
export interface HostSite {
  /** The path that it is served under, with a slash at both ends. */
  base: string
  /** Its public address; '' if unknown. */
  site: string
  /** Folders of translations, each with its own 404.html. */
  languages: readonly string[]
  /** True if the API's answers lie in it as files. */
  hasApi: boolean
  /** True if compressed copies lie next to text files. */
  isCompressed: boolean
  /** True if nginx has the module that sends `.br`. */
  hasBrotli: boolean
  /** Where its media are shown from, with a slash at the end; '' for the site itself. */
  mediaBase: string
  addresses: ServiceAddresses
}

/** The first line of what we write. */
export const MADE_BY = 'Made by Benchbook for'

/** A name for a site on a server that has several, of letters, digits and underscores. */
export function nameOfSite({ base, site }: Pick<HostSite, 'base' | 'site'>): string {
  const host = site ? new URL(site).host : ''
  return ['benchbook', ...`${host}${base}`.split(/[^a-z0-9]+/i).filter(Boolean)].join('_')
}
