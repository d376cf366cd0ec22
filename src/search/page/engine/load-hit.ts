import type { Result } from '../plan/find.ts'
import { type Hit, toHit } from './hit.ts'
import { notesOf } from './notes.ts'

/** Loads the page of a result, with the reasons why it was found. */
export async function loadHit({ found, evidence, missingWords, substitutes }: Result): Promise<Hit> {
  const [page, ...places] = await Promise.all([found.data(), ...evidence.map((one) => one.found.places())])
  const worth = new Map<number, number>()
  for (const place of places.flat()) worth.set(place, (worth.get(place) ?? 0) + 1)
  return toHit(page, worth, notesOf(page, missingWords, substitutes))
}
