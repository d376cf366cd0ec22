import { sortTitle } from '../../document.ts'
import type { Hit } from './hit.ts'

/** Gives the next results in some order. */
export type Next = (count: number) => Promise<Hit[]>

/** A result that is loaded on demand. */
export type Load = () => Promise<Hit>

const COMPARE = {
  title: (a: Hit, b: Hit): number => (sortTitle(a.title) < sortTitle(b.title) ? -1 : 1),
  date: (a: Hit, b: Hit): number => b.modified - a.modified,
}

/** Merges the sorted results of several indexes, loading only as many as requested and one more of each index. */
export function bySort(lists: readonly (readonly Load[])[], sort: keyof typeof COMPARE): Next {
  const [first = [], ...others] = lists.filter(({ length }) => length > 0)
  if (others.length === 0) return inOrder(first)
  const queues = [first, ...others].map((list) => ({ next: inOrder(list), head: undefined as Hit | undefined, done: false }))
  return async (count) => {
    const hits: Hit[] = []
    while (hits.length < count) {
      for (const queue of queues) {
        if (queue.head || queue.done) continue
        queue.head = (await queue.next(1))[0]
        queue.done = !queue.head
      }
      const best = queues.filter(({ head }) => head).sort((a, b) => (a.head && b.head ? COMPARE[sort](a.head, b.head) : 0))[0]
      if (!best?.head) break
      hits.push(best.head)
      best.head = undefined
    }
    return hits
  }
}

/** Results in their own order. */
export function inOrder(found: readonly Load[]): Next {
  let at = 0
  return async (count) => {
    const part = found.slice(at, at + count)
    const hits = await Promise.all(part.map((load) => load()))
    at += part.length
    return hits
  }
}

/** Gives what is already loaded first. */
export function startingWith(warm: readonly Hit[], next: Next): Next {
  const waiting = [...warm]
  return async (count) => {
    const ready = waiting.splice(0, count)
    return ready.length < count ? [...ready, ...(await next(count - ready.length))] : ready
  }
}
