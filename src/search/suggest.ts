import type { Answer, Engine } from './engine.ts'
import type { Query } from './query.ts'
import { type Spelled, Spelling } from './spelling.ts'
import { vocabularyFile, wordsOf } from './vocabulary.ts'

/** Another text that does find something. */
export interface Suggestion {
  text: string
  answer: Answer
}

/** Gives what a query may have meant that found nothing, or other words only; undefined when nothing is close. */
export type Suggest = (engine: Engine, query: Query, answer: Answer) => Promise<Suggestion | undefined>

/** How many of the words are tried alone, the rarest first. */
const TRIED_ALONE = 3

/** `root` is where the index lies. The words are loaded at the first question, and once. */
export function suggester(root: string): Suggest {
  let opening: Promise<Spelling> | undefined
  return async (engine, query, { total, doubtful }) => {
    if (total > 0 && !doubtful) return undefined
    opening ??= openSpelling(root, engine.langs)
    const spelling = await opening
    const words = wordsOf(query.text).map((word) => spelling.look(word))
    // What finds as much as before is another form of the same word.
    for (const text of total > 0 ? textsRight(query.text, words) : textsFor(query.text, words)) {
      const answer = await engine.search({ ...query, text })
      if (answer.total > 0 && answer.total !== total) return { text, answer }
    }
    return undefined
  }
}

/** What to try: all words put right, those that are known, then each alone. */
export function textsFor(typed: string, words: readonly Spelled[]): string[] {
  const known = words.filter(({ meant }) => meant !== undefined)
  const rarest = known.toSorted((a, b) => b.rank - a.rank).slice(0, TRIED_ALONE)
  const texts = [...textsRight(typed, words), known.map(({ meant }) => meant).join(' '), ...rarest.map(({ meant }) => meant ?? '')]
  return [...new Set(texts)].filter((text) => text && !isSame(text, typed))
}

/** All words put right; nothing when they are. */
function textsRight(typed: string, words: readonly Spelled[]): string[] {
  const right = words.reduce((text, { typed: word, meant }) => replaceWord(text, word, meant ?? word), typed.normalize('NFC').trim())
  return isSame(right, typed) ? [] : [right]
}

const isSame = (text: string, typed: string): boolean => text.toLowerCase() === typed.trim().toLowerCase()

/** Numbers and signs between the words stay. */
function replaceWord(text: string, word: string, other: string): string {
  const at = text.toLowerCase().indexOf(word)
  return word === other || at < 0 ? text : text.slice(0, at) + other + text.slice(at + word.length)
}

async function openSpelling(root: string, langs: readonly string[]): Promise<Spelling> {
  const lists = await Promise.all(
    langs.map(async (lang) => {
      const file = `${root}pagefind/${vocabularyFile(lang)}`
      const response = await fetch(file)
      if (!response.ok) throw new Error(`${file} answered ${response.status}`)
      return (await response.json()) as string[]
    }),
  )
  return new Spelling(lists.flat())
}
