import type { ListName } from '../cache/layout.ts'
import type { Entry } from './entry.ts'
import { type Ask, type Handler, missing, type Reply } from './reply.ts'

/** Answers with one page of a list: the entries that `select` leaves, in the order asked for. */
export function listing(
  name: ListName,
  select: (entries: Entry[], ask: Ask) => Entry[] | Promise<Entry[]> = (entries) => entries,
): Handler {
  return async (ask): Promise<Reply> => {
    const all = await ask.lists.entries(name)
    if (!all) return missing(`The list "${name}"`)
    const seen = all.filter((entry) => entry.isPublic || (ask.isAdmin && ask.query.includePrivate))
    return pageOf(name, inOrder(await select(seen, ask), ask), ask)
  }
}

/** The page that `offset` and `limit` name. */
export async function pageOf(name: ListName, entries: readonly Entry[], { lists, query: { offset, limit } }: Ask): Promise<Reply> {
  return { json: JSON.stringify(await lists.items(name, entries.slice(offset, offset + limit))) }
}

/** Without `order` the service's own order stays, which the cache has kept. */
function inOrder(entries: Entry[], { query: { order } }: Ask): Entry[] {
  if (!order) return entries
  return entries.toSorted((a, b) => (order === 'ASC' ? a.id - b.id : b.id - a.id))
}
