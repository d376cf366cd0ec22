import type { Hit } from './engine/hit.ts'
import { isOnDisk } from '../../trusted/place.ts'

/** Which of some pages can be read without a network. */
export type OnDevice = (addresses: readonly string[]) => Promise<readonly boolean[]>

/** Without a network, the results on this device first, marked as such; with one, all as they are. */
export async function nearFirst(hits: readonly Hit[], onDevice: OnDevice): Promise<readonly Hit[]> {
  if (navigator.onLine || isOnDisk()) return hits
  const near = await onDevice(hits.map(({ href }) => href))
  const marked = hits.map((hit, at): Hit => ({ ...hit, isHere: near[at] ?? false }))
  return marked.sort((a, b) => Number(b.isHere) - Number(a.isHere))
}
