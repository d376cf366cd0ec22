import { giveNames, namesApart } from '../../model/names.ts'

interface Lent {
  site: Promise<unknown>
  names: typeof namesApart
}

/** Astro bundles the pages with a copy of this module of their own, which finds here what the build has opened. */
const PLACE = Symbol.for('benchbook:lent-site')
const shared = globalThis as { [PLACE]?: Lent | undefined }

/** Lets the copy of the views that the pages have take this site, with the names of titles, until the function that this returns is called. */
export function lend(site: Lent['site']): () => void {
  shared[PLACE] = { site, names: namesApart }
  return () => {
    shared[PLACE] = undefined
  }
}

/** The site that is lent; undefined where none is. `S` is that of the lender, who is built of the same sources. */
export function borrowed<S>(): Promise<S> | undefined {
  const lent = shared[PLACE]
  return lent && take<S>(lent)
}

async function take<S>({ site, names }: Lent): Promise<S> {
  const opened = (await site) as S
  giveNames(names())
  return opened
}
