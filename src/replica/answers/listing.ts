import type { ListIndex } from '../index/list-index.ts'
import { type Ask, type Handler, missing, type Reply } from '../reply.ts'
import type { ListName } from '../../model/resources.ts'

/** Filters and sorts the positions of a list. */
type Select = (places: Uint32Array, list: ListIndex, ask: Ask) => Uint32Array | Promise<Uint32Array>

/** Answers with one page of a list: the positions that `select` returns, in the requested order. */
export function listing(name: ListName, select: Select = (places) => places): Handler {
  return async (ask): Promise<Reply> => {
    const list = await ask.known.lists.index(name)
    if (!list) return missing(`The list "${name}"`)
    return pageOf(list, inOrder(await select(readablePlaces(list, ask), list, ask), list, ask), ask)
  }
}

/** The positions of items that the client may see. */
function readablePlaces(list: ListIndex, { isAdmin, query }: Ask): Uint32Array {
  return isAdmin && query.includePrivate ? list.places() : list.publicPlaces
}

/** The page given by `offset` and `limit`, with unmodified items. */
export function pageOf(list: ListIndex, places: Uint32Array, { query: { offset, limit } }: Ask): Reply {
  return { json: list.bytes(places.subarray(offset, offset + limit)) }
}

/** Without `order`, the service's own order stays, which the cache preserves. */
export function inOrder(places: Uint32Array, list: ListIndex, { query: { order } }: Ask): Uint32Array {
  if (!order) return places
  const sign = order === 'ASC' ? 1 : -1
  return places.toSorted((a, b) => sign * (list.number('id', a) - list.number('id', b)))
}
