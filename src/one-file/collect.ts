import { type GuidePage, readGuidePage } from './guide-page.ts'

/** The files of a built site. */
export interface Source {
  /** The markup of a page; undefined for one that is not there. Throws where that cannot be told. */
  page: (url: string) => Promise<string | undefined>
  /** The bytes of a picture as a data URL of this media type; undefined for one that is not there. */
  picture: (url: string, type: string) => Promise<string | undefined>
}

/**
 * A guide and all that is to be done before it, each once, in the order to do them: the guide itself comes last. Two guides may each ask for the other.
 * Undefined where its page shows no guide; others without one are left out. `onGuide` gets each as soon as it is read, in any order.
 */
export async function collectGuides(
  url: string,
  source: Pick<Source, 'page'>,
  onGuide: (guide: GuidePage) => void,
): Promise<GuidePage[] | undefined> {
  const pages = new Map<string, Promise<GuidePage | undefined>>()
  const load = (address: string): Promise<GuidePage | undefined> => {
    const known = pages.get(address)
    if (known) return known
    const loading = source.page(address).then(async (html) => {
      const page = html === undefined ? undefined : readGuidePage(html, address)
      if (page) onGuide(page)
      // All are asked for at once; the order comes later.
      await Promise.all((page?.before ?? []).filter((other) => !pages.has(other)).map(load))
      return page
    })
    pages.set(address, loading)
    return loading
  }
  if (!(await load(url))) return undefined
  const inOrder: GuidePage[] = []
  const seen = new Set<string>()
  const add = async (address: string): Promise<void> => {
    if (seen.has(address)) return
    seen.add(address)
    const page = await load(address)
    for (const other of page?.before ?? []) await add(other)
    if (page) inOrder.push(page)
  }
  await add(url)
  return inOrder
}
