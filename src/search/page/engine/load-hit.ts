import type { Fragment } from '../../pagefind-api.ts'
import { signedIn } from '../../signs.ts'
import type { Result } from '../plan/find.ts'
import { withoutEdges } from '../plan/tokens.ts'
import { type Hit, toHit } from './hit.ts'
import { notesOf } from './notes.ts'

/** Loads the page of a result, and says why it was found. */
export async function loadHit({ found, evidence, without, stands }: Result): Promise<Hit> {
  const [page, ...places] = await Promise.all([found.data(), ...evidence.map((one) => one.found.places())])
  const words = page.content.split(/\s+/)
  const worth = new Map<number, number>()
  const signed = evidence.flatMap(({ signs }) => placesOf(signs, words))
  for (const place of [...places.flat(), ...signed]) worth.set(place, (worth.get(place) ?? 0) + 1)
  const onPage = await Promise.all(
    stands.map(async ({ typed, also, found }) => ({ typed, also, words: wordsAt(await found.places(), words, page) })),
  )
  return toHit(page, worth, notesOf(page, without, onPage))
}

/** Where words of a page name something with signs: what Pagefind drops has no places. */
function placesOf(signs: readonly string[], words: readonly string[]): number[] {
  if (signs.length === 0) return []
  return words.flatMap((word, at) => {
    if (!/[\p{N}+#.]/u.test(word)) return []
    const named = signedIn(`${word} ${/^inch/i.test(words[at + 1] ?? '') ? 'inch' : ''}`)
    return signs.some((sign) => named.includes(sign)) ? [at] : []
  })
}

/** The words at some places of a page; those of its title and path where it has none. */
function wordsAt(places: readonly number[], words: readonly string[], { meta }: Fragment): string[] {
  const at = places.map((place) => words[place] ?? '')
  const some = at.length > 0 ? at : `${meta.title ?? meta.name ?? ''} ${meta.breadcrumb ?? ''}`.split(/\s+/)
  return [...new Set(some.map(withoutEdges))].filter(Boolean)
}
