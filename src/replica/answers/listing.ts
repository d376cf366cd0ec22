import type { ListIndex, Row } from '../index/list-index.ts'
import { type Ask, type Handler, missing, type Reply } from '../reply.ts'
import type { ListName } from '../../model/resources.ts'

/** Filters and sorts the rows of a list. */
type Select = (rows: readonly Row[], ask: Ask) => readonly Row[] | Promise<readonly Row[]>

/** Answers with one page of a list: those of the rows that the client may see that `select` returns, in the requested order. */
export function listing(name: ListName, select: Select = (rows) => rows): Handler {
  return async (ask): Promise<Reply> => {
    const list = await ask.known.list(name)
    if (!list) return missing(`The list "${name}"`)
    return pageOf(list, await select(ask.isAdmin && ask.query.includePrivate ? list.rows : list.publicRows, ask), ask)
  }
}

/** The page given by `offset` and `limit`, with unmodified items. Without `order`, the service's own order stays. */
export function pageOf(list: ListIndex, rows: readonly Row[], { query: { offset, limit, order } }: Ask): Reply {
  const sign = order === 'ASC' ? 1 : -1
  const ordered = order ? rows.toSorted((a, b) => sign * (a.id - b.id)) : rows
  return { json: list.bytes(ordered.slice(offset, offset + limit)) }
}
