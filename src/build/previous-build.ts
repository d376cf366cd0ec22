import type { CacheReader } from '../cache/reader.ts'
import type { Config } from '../config/options.ts'
import type { Staging } from '../publish/staging.ts'
import { openAll } from '../views/questions.ts'
import { site as openedSite } from '../views/site/site.ts'
import type { PlannedPage } from './page-plan.ts'
import { openPrevious } from './state/previous-site.ts'
import { StateMaker } from './state/state-maker.ts'

/** What is known of the previous site, and what the next build needs to know of this one. */
export type PreviousBuild = Awaited<ReturnType<typeof readPreviousBuild>>

/**
 * Determines what has changed since the site in `out` was built. `inputs` is the digest that every page depends on; undefined if unknown.
 */
export async function readPreviousBuild(
  config: Pick<Config, 'renderAll' | 'explain'>,
  cache: CacheReader,
  staging: Staging,
  inputs: string | undefined,
  onWarning?: (warning: string) => void,
) {
  const site = await openedSite()
  await openAll(site)
  const mediaMarks = cache.mediaMarks()
  const opened =
    config.renderAll || inputs === undefined ? { why: WITHOUT, isProblem: false } : await openPrevious(staging, inputs, site, mediaMarks)
  const { previous, why, isProblem } = { why: '', isProblem: false, previous: undefined, ...opened }
  if (isProblem) onWarning?.(why)
  const wanted = fileAt(config.explain)
  let found = previous ? [`There is no page ${config.explain}.`] : [why]
  return {
    /** Undefined if all pages are to be rendered. */
    previous,
    state: new StateMaker(),
    mediaMarks,
    /** Must be called with each page before it is made. */
    explain: ({ file, given }: PlannedPage): void => {
      if (previous && file === wanted) found = previous.reasons(file, given)
    },
    /** Why the page named by `explain` was rendered or kept, in sentences. */
    explained: (): string[] => (config.explain ? (found.length > 0 ? found : ['Nothing that it is made of has changed: it is kept.']) : []),
  }
}

const WITHOUT =
  'All pages are rendered, since it was asked for, or since what they depend on is not known (components of your own, or content that the cache has lost).'

/** The file of a page by its path, such as `/guide/12/`. */
function fileAt(path: string): string {
  const name = decodeURI(path).replace(/^\/+/, '')
  return name === '' || name.endsWith('/') ? `${name}index.html` : name
}
