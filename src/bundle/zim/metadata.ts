import { languageCodes } from './language-codes.ts'

/** The metadata of a ZIM archive (https://wiki.openzim.org/wiki/Metadata). */
export interface ZimDescription {
  /** Stable from one edition to the next, such as `www.ifixit.com_en_phone`. */
  name: string
  title: string
  description: string
  /** BCP 47 tags, the main one first. */
  languages: readonly string[]
  /** The author of the content, the maker of the archive, and the program. */
  creator: string
  publisher: string
  scraper: string
  source: string
  licence: string
  /** When the content was crawled. */
  date: Date
  /** Distinguishes editions of the same content, such as `nopic`; '' for none. */
  flavour: string
  tags: readonly string[]
}

const MAX_TITLE = 30
const MAX_DESCRIPTION = 80

/** The metadata as texts by name, without the picture. `counts` is the number of entries by media type. */
export function metadataOf(about: ZimDescription, counts: ReadonlyMap<string, number>): [name: string, text: string][] {
  const { name, title, description, languages, creator, publisher, scraper, source, licence, date, flavour, tags } = about
  const longDescription = description.length > MAX_DESCRIPTION ? description : ''
  const texts: [string, string][] = [
    ['Name', name],
    ['Title', cut(title, MAX_TITLE)],
    ['Description', cut(description, MAX_DESCRIPTION)],
    ['LongDescription', longDescription],
    ['Language', languageCodes(languages).join(',')],
    ['Creator', creator],
    ['Publisher', publisher],
    ['Date', date.toISOString().slice(0, 10)],
    ['Counter', counterOf(counts)],
    ['Flavour', flavour],
    ['Scraper', scraper],
    ['Source', source],
    ['License', licence],
    ['Tags', tags.join(';')],
  ]
  return texts.filter(([, text]) => text !== '')
}

/** Media types by name without their parameters, as readers parse them. */
function counterOf(counts: ReadonlyMap<string, number>): string {
  const plain = new Map<string, number>()
  for (const [mime, count] of counts) {
    const [type = ''] = mime.split(';')
    plain.set(type, (plain.get(type) ?? 0) + count)
  }
  return Array.from(plain, ([type, count]) => `${type}=${count}`)
    .sort()
    .join(';')
}

/** Limits a text to a number of visible characters, followed by an ellipsis. */
function cut(text: string, max: number): string {
  const letters = Array.from(new Intl.Segmenter().segment(text.replace(/\s+/g, ' ').trim()), ({ segment }) => segment)
  return letters.length <= max
    ? letters.join('')
    : `${letters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}
