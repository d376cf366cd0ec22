import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sentence, unusable } from '../../errors.ts'
import { languageTag } from '../../model/language.ts'
import { checkWords } from '../../words/check.ts'
import type { Dictionary } from '../../words/dictionary.ts'
import { LANGUAGES, type OwnWords } from '../../words/words.ts'

/** The maximum number of keys in a sentence. */
const NAMED = 5

/**
 * Reads the operator's words: one file `xx.json` per language in a folder, which adds a language or overrides single words of a built-in
 * one; '' for none. `warnings` are sentences about incomplete new languages. Throws a {@link UsageError} with the file and the problem.
 */
export async function readOwnWords(folder: string): Promise<{ words: OwnWords; warnings: string[] }> {
  const words: Record<string, Partial<Dictionary>> = {}
  const warnings: string[] = []
  for (const name of folder ? await namesIn(folder) : []) {
    const path = join(folder, name)
    const lang = langOf(path, name)
    const checked = checkWords(lang, await readJson(path))
    if (checked.problems.length > 0)
      throw unusable('words', path, `The words in ${path} cannot be used: ${enumerate(checked.problems, '; ')}.`)
    words[lang] = checked.words
    const { missing } = checked
    if (missing.length > 0 && !(lang in LANGUAGES))
      warnings.push(`The words in ${path} lack ${missing.length} keys, which are said in English: ${enumerate(missing, ', ')}.`)
  }
  return { words, warnings }
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    const problem = `The folder of words ${folder} cannot be read: ${sentence(error)}. Name one that has files such as de.json.`
    throw unusable('words', folder, problem, error)
  })
  return names.filter((name) => name.endsWith('.json')).sort()
}

/** `zh-TW.json` → `zh-tw`. */
function langOf(path: string, name: string): string {
  const tag = name.slice(0, -'.json'.length)
  try {
    Intl.getCanonicalLocales(tag)
  } catch (error) {
    const problem = `The words in ${path} are of no language: "${tag}" is no language tag. Name the file as in de.json.`
    throw unusable('words', path, problem, error)
  }
  return languageTag(tag.toLowerCase())
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw unusable('words', path, `The words in ${path} cannot be read as JSON: ${sentence(error)}.`, error)
  }
}

const enumerate = (all: readonly string[], separator: string): string =>
  all.slice(0, NAMED).join(separator) + (all.length > NAMED ? `${separator}and ${all.length - NAMED} more` : '')
