import { titleKeys } from '../title-key.ts'
import { ARCHIVED, CODES } from './title.ts'
import { keyOf } from './title-words.ts'

/** A title, and what stands beside it: see factsOf in title.ts. */
export interface Titled {
  title: string
  facts: string
}

const LONGEST = 999
const MOST_WORDS = 16

/** What a page counts for whose whole title was typed, as in the texts (key1 to key3 in engine/indexes.ts): twice if letter by letter. A list of what has a tag is no answer to its name. */
const WHOLE = { guide: 3, page: 2, person: 1, tag: 0 }
const MOST_WHOLE = 2 * WHOLE.guide

/**
 * The best `count` of some titles that have what was typed, each once: whole titles, then what stands at the start, whole words, short titles. People come last, and
 * before them what has been put away, and lists of what has a tag. The same when the best are chosen in advance.
 */
export function bestFor(text: string, titles: Iterable<Titled>, count: number): Titled[] {
  const typed: Typed = { key: keyOf(text), keys: titleKeys(text) }
  const best: { place: number; one: Titled }[] = []
  for (const one of titles) {
    const place = placeFor(typed, one)
    const last = best[count - 1]
    if (last && compare(place, one, last) >= 0) continue
    const at = best.findIndex((other) => compare(place, one, other) <= 0)
    const next = best[at]
    if (next && compare(place, one, next) === 0) continue
    best.splice(at < 0 ? best.length : at, 0, { place, one })
    best.length = Math.min(best.length, count)
  }
  return best.map(({ one }) => one)
}

function compare(place: number, one: Titled, other: { place: number; one: Titled }): number {
  if (place !== other.place) return place - other.place
  if (one.title !== other.one.title) return one.title < other.one.title ? -1 : 1
  return one.facts === other.one.facts ? 0 : one.facts < other.one.facts ? -1 : 1
}

interface Typed {
  key: string
  keys: ReturnType<typeof titleKeys>
}

/** A number that is smaller for what comes first. */
function placeFor({ key: typed, keys }: Typed, { title, facts }: Titled): number {
  const key = keyOf(title)
  const begun = typed.split(' ').filter((word) => !` ${key} `.includes(` ${word} `)).length
  const whole = key === typed ? wholeFor(keys, title) * worthOf(facts) : 0
  const marks = [isOfPeople(facts), isAside(facts), !key.startsWith(typed)]
  const place = marks.reduce((sum, mark) => 2 * sum + Number(mark), MOST_WHOLE - whole)
  return (place * MOST_WORDS + Math.min(begun, MOST_WORDS - 1)) * (LONGEST + 1) + Math.min(key.length, LONGEST)
}

/** 2 for a title letter by letter, 0 for one that only looks like it without its signs. */
function wholeFor(typed: Typed['keys'], title: string): number {
  const { loose, strict } = titleKeys(title)
  return Number(loose === typed.loose) + Number(strict === typed.strict)
}

const worthOf = (facts: string): number =>
  isOfPeople(facts)
    ? WHOLE.person
    : facts.startsWith(CODES.tag)
      ? WHOLE.tag
      : facts.startsWith(CODES.guide) || facts.startsWith(ARCHIVED)
        ? WHOLE.guide
        : WHOLE.page

const isOfPeople = (facts: string): boolean => facts.startsWith(CODES.user) || facts.startsWith(CODES.team)
const isAside = (facts: string): boolean => facts.startsWith(ARCHIVED) || facts.startsWith(CODES.tag)
