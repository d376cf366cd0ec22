import type { Answer, Engine } from './engine.ts'
import type { Query } from './query.ts'
import { Spelling } from './spelling.ts'
import { vocabularyFile } from './vocabulary.ts'

/** Another text that does find something. */
export interface Suggestion {
  text: string
  answer: Answer
}

/** Gives what a query may have meant of which the site lacks a word; undefined when it lacks none, or nothing is close. */
export type Suggest = (engine: Engine, query: Query, answer: Answer) => Promise<Suggestion | undefined>

/** `root` is where the index lies. The words are loaded at the first question, and once. */
export function suggester(root: string): Suggest {
  let opening: Promise<Spelling> | undefined
  return async (engine, query, { unknown }) => {
    const doubtful = unknown.filter((word) => !engine.isWord(word))
    if (doubtful.length === 0) return undefined
    opening ??= openSpelling(root, engine)
    const text = textRight(query.text, doubtful, await opening)
    if (text === undefined) return undefined
    const answer = await engine.search({ ...query, text })
    return answer.total > 0 ? { text, answer } : undefined
  }
}

/** A text with words that nobody knows put right; undefined when none can be. Words that are known stay, and so do numbers and signs. */
export function textRight(typed: string, unknown: readonly string[], spelling: Spelling): string | undefined {
  const before = typed.normalize('NFC').trim()
  const right = unknown.reduce((text, word) => {
    const meant = spelling.meant(word)
    const at = text.toLowerCase().indexOf(word.toLowerCase())
    return meant === undefined || at < 0 ? text : text.slice(0, at) + meant + text.slice(at + word.length)
  }, before)
  return right.toLowerCase() === before.toLowerCase() ? undefined : right
}

async function openSpelling(root: string, engine: Engine): Promise<Spelling> {
  const lists = await Promise.all(
    engine.langs.map(async (lang) => {
      const file = `${root}pagefind/${vocabularyFile(lang)}`
      const response = await fetch(file)
      if (!response.ok) throw new Error(`${file} answered ${response.status}`)
      return (await response.json()) as string[]
    }),
  )
  return new Spelling(lists.flat().filter((word) => !engine.isIgnored(word)))
}
