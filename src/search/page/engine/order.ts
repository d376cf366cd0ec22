import { sortTitle } from '../../document.ts'
import { compare } from '../../fold.ts'
import type { Hit } from './hit.ts'

/** Returns the next results in some order. */
export type Next = (count: number) => Promise<Hit[]>

/** A result that is loaded on demand. */
export type Load = () => Promise<Hit>

/** A result with its position among all documents, which breaks ties. */
export interface Sorted {
  load: Load
  place: number
}

interface Head {
  hit: Hit
  place: number
}

/** Within one index, Pagefind reverses the order of ties along with that of others. */
const COMPARE = {
  title: (a: Head, b: Head): number => compare(sortTitle(a.hit.title), sortTitle(b.hit.title)) || a.place - b.place,
  date: (a: Head, b: Head): number => b.hit.modified - a.hit.modified || b.place - a.place,
}

/** Merges the sorted results of several indexes, loading only the requested number and one more per index. */
export function bySort(lists: readonly (readonly Sorted[])[], sort: keyof typeof COMPARE): Next {
  const [first = [], ...others] = lists.filter(({ length }) => length > 0)
  if (others.length === 0) return inOrder(first.map(({ load }) => load))
  const queues = [first, ...others].map((list) => ({ list, at: 0, head: undefined as Head | undefined }))
  return async (count) => {
    const hits: Hit[] = []
    while (hits.length < count) {
      for (const queue of queues) {
        const one = queue.list[queue.at]
        if (queue.head || !one) continue
        queue.head = { hit: await one.load(), place: one.place }
        queue.at++
      }
      const best = queues.filter(({ head }) => head).sort((a, b) => (a.head && b.head ? COMPARE[sort](a.head, b.head) : 0))[0]
      if (!best?.head) break
      hits.push(best.head.hit)
      best.head = undefined
    }
    return hits
  }
}

/** Results in the given order. */
export function inOrder(found: readonly Load[]): Next {
  let at = 0
  return async (count) => {
    const part = found.slice(at, at + count)
    const hits = await Promise.all(part.map((load) => load()))
    at += part.length
    return hits
  }
}

/** Returns loaded results first. */
export function startingWith(warm: readonly Hit[], next: Next): Next {
  const waiting = [...warm]
  return async (count) => {
    const ready = waiting.splice(0, count)
    return ready.length < count ? [...ready, ...(await next(count - ready.length))] : ready
  }
}
