import { startSearch } from '../../search/page/client.ts'
import type { RecentView } from '../../search/page/view/recent-view.ts'

/** Lets a search page answer. What finds guides by somebody's tools is loaded where the site has tools. */
export async function beginSearch(page: HTMLElement, recent: RecentView): Promise<void> {
  const { toolFiles, toolParts = '' } = page.dataset
  if (toolFiles === undefined) return startSearch(page, recent)
  const { ownGuides } = await import('../tools/own-guides.ts')
  startSearch(page, recent, ownGuides(toolFiles, toolParts.split(' ')))
}
