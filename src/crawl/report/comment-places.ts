import { z } from 'zod'
import { parse } from '../../model/parse.ts'
import { int, text } from '../../model/php.ts'
import type { Frontier } from '../frontier/frontier.ts'

const placeSchema = z.looseObject({ context: text, contextid: int })

function placeOf(item: unknown): string | undefined {
  const parsed = parse(placeSchema, item)
  return parsed.ok ? `${parsed.value.context} ${parsed.value.contextid}` : undefined
}

/** What comments are about, and which of that has a page: guides, their steps, and wikis (specification, section 4.6). */
export class CommentPlaces {
  /** By context and contextid: the number of comments in the list. */
  readonly #listed = new Map<string, number>()
  /** Steps with comments, and wikis, of kept records. */
  readonly #found = new Set<string>()

  /** Starts a reading of the list of comments, possibly a repeated one. */
  begin(): void {
    this.#listed.clear()
  }

  /** Counts an item of the list. */
  note(item: unknown): void {
    const place = placeOf(item)
    if (place) this.#listed.set(place, (this.#listed.get(place) ?? 0) + 1)
  }

  /** A kept record contains these: `step 12`, `wiki 514`. */
  found(places: readonly string[]): void {
    for (const place of places) this.#found.add(place)
  }

  /** True for a comment on one of these records, by kind and id, and on a step or wiki that may belong to one of them. */
  mayBeOn(records: ReadonlySet<string>, item: unknown): boolean {
    const place = placeOf(item) ?? ''
    return records.has(place) || (/^(step|wiki) /.test(place) && !this.#found.has(place))
  }

  /** The number of comments without a page, by context: posts, stories, and deleted content. */
  withoutPage(frontier: Frontier): Record<string, number> {
    const counts = new Map<string, number>()
    for (const [place, count] of this.#listed) {
      const [context = '', id = ''] = place.split(' ')
      const hasPage = context === 'guide' ? frontier.isKept({ kind: 'guide', id }) : this.#found.has(place)
      if (!hasPage) counts.set(context, (counts.get(context) ?? 0) + count)
    }
    return Object.fromEntries(counts)
  }
}
