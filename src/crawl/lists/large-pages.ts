import { RequestError } from '../../errors.ts'
import type { ListPage } from '../../model/envelope.ts'
import { PAGE_SIZE } from '../endpoints.ts'

/** The number of refusals needed to locate about five oversized items; each may have cost a body of the maximum size. */
const MAX_REFUSALS = 40

/** The readable part of a page: `next` is the offset where the list continues. */
export interface ReadPage extends ListPage {
  next?: number
}

/**
 * Reads the pages of a list. A page that exceeds the size limit is split, so that only items that are too large by themselves are lost.
 * `ask` requests a number of items from an offset.
 */
export class LargePages {
  /** The number of items left out, and the reason for the first. */
  left = 0
  reason = ''
  readonly #ask: (offset: number, limit: number) => Promise<ListPage>
  #refusals = 0

  constructor(ask: (offset: number, limit: number) => Promise<ListPage>) {
    this.#ask = ask
  }

  /** Must be called at the start of each pass through the list. */
  begin(): void {
    ;[this.left, this.#refusals] = [0, 0]
  }

  async at(offset: number): Promise<ReadPage> {
    return (await this.#unlessLarge(offset, PAGE_SIZE)) ?? this.#inPieces(offset)
  }

  async #inPieces(offset: number): Promise<ReadPage> {
    const page: ReadPage = { items: [] }
    const end = offset + PAGE_SIZE
    let [at, size] = [offset, PAGE_SIZE / 2]
    while (at < end) {
      const piece = await this.#unlessLarge(at, Math.min(size, end - at))
      if (!piece && size === 1) {
        this.left++
        at++
      } else if (!piece) size = Math.ceil(size / 2)
      else if (piece.items.length === 0) break
      else {
        page.items.push(...piece.items)
        if (piece.total !== undefined) page.total = piece.total
        at += piece.items.length
        size = Math.min(2 * size, PAGE_SIZE / 2)
      }
    }
    return { ...page, next: at }
  }

  /** Undefined if the page is too large. */
  async #unlessLarge(offset: number, limit: number): Promise<ListPage | undefined> {
    try {
      return await this.#ask(offset, limit)
    } catch (error) {
      if (!(error instanceof RequestError) || error.outcome !== 'too large' || ++this.#refusals > MAX_REFUSALS) throw error
      this.reason ||= error.message
      return undefined
    }
  }
}
