import { type GuidePage, readGuidePage } from './guide-page.ts'

/** The files of a built site. */
export interface Source {
  /** The markup of a page; undefined if it does not exist. Throws if that cannot be determined. */
  page: (url: string) => Promise<string | undefined>
  /** The bytes of a picture as a data URL of this media type; undefined if it does not exist. */
  picture: (url: string, type: string) => Promise<string | undefined>
}

/**
 * A guide with all its prerequisites, without duplicates, in order of execution: the guide itself comes last. Guides may require each
 * other. Undefined if its page shows no guide; prerequisites without one are left out. `onGuide` is called for each as soon as it is read,
 * in any order.
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
      // All are requested concurrently, and sorted later.
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
