import { compare } from '../fold.ts'
import { titleKeys } from '../title-key.ts'
import { ARCHIVED, CODES, titleKey } from './title.ts'

/** A title with its facts: see factsOf in title.ts. */
export interface Titled {
  title: string
  facts: string
}

const LONGEST = 999
const MOST_WORDS = 16

/**
 * The score of a page whose whole title was typed, as in the text search (key1 to key3 in page/engine/load-pagefind.ts): doubled if letter by letter.
 * The list of pages with a tag is not an answer to the tag's name.
 */
const WHOLE: Readonly<Record<string, number>> = { [CODES.guide]: 3, [ARCHIVED]: 3, [CODES.user]: 1, [CODES.team]: 1, [CODES.tag]: 0 }
const PAGE = 2
const MOST_WHOLE = 2 * 3

/**
 * The best `count` titles that match a text, without duplicates: whole titles, then matches at the start, whole words, short titles. People
 * come last, preceded by archived guides and tag lists. Also used to choose the best titles in advance, with the same result.
 */
export function bestFor(text: string, titles: Iterable<Titled>, count: number): Titled[] {
  const typed = { key: titleKey(text), keys: titleKeys(text) }
  const best: { place: number; one: Titled }[] = []
  for (const one of titles) {
    const place = placeFor(typed, one)
    const last = best[count - 1]
    if (last && compareTo(place, one, last) >= 0) continue
    const at = best.findIndex((other) => compareTo(place, one, other) <= 0)
    const next = best[at]
    if (next && compareTo(place, one, next) === 0) continue
    best.splice(at < 0 ? best.length : at, 0, { place, one })
    best.length = Math.min(best.length, count)
  }
  return best.map(({ one }) => one)
}

const compareTo = (place: number, one: Titled, other: { place: number; one: Titled }): number =>
  place - other.place || compare(one.title, other.one.title) || compare(one.facts, other.one.facts)

/** The sort rank of a title; smaller is better. */
function placeFor(typed: { key: string; keys: ReturnType<typeof titleKeys> }, { title, facts }: Titled): number {
  const key = titleKey(title)
  const begun = typed.key.split(' ').filter((word) => !` ${key} `.includes(` ${word} `)).length
  const whole = key === typed.key ? wholeFor(typed.keys, title) * (WHOLE[facts.charAt(0)] ?? PAGE) : 0
  const isOfPeople = facts.startsWith(CODES.user) || facts.startsWith(CODES.team)
  const isAside = facts.startsWith(ARCHIVED) || facts.startsWith(CODES.tag)
  const place = [isOfPeople, isAside, !key.startsWith(typed.key)].reduce((sum, mark) => 2 * sum + Number(mark), MOST_WHOLE - whole)
  return (place * MOST_WORDS + Math.min(begun, MOST_WORDS - 1)) * (LONGEST + 1) + Math.min(key.length, LONGEST)
}

/** 2 for a title letter by letter, 0 for one that is equal only without its punctuation. */
function wholeFor(typed: ReturnType<typeof titleKeys>, title: string): number {
  const { loose, strict } = titleKeys(title)
  return Number(loose === typed.loose) + Number(strict === typed.strict)
}
