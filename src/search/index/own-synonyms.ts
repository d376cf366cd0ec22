import { readFile } from 'node:fs/promises'
import { sentence, unusable } from '../../errors.ts'
import type { OwnSynonyms } from './language-words.ts'

const FORM = 'It must be an object of language tags, each with a list of groups, such as {"en": [["spanner", "wrench"]]}.'

/** Reads the operator's synonym file; '' means none. Throws a {@link UsageError} for a file that cannot be used. */
export async function readSynonyms(file: string): Promise<OwnSynonyms> {
  if (!file) return {}
  const refusal = (why: string, cause?: unknown) => unusable('synonyms', file, `The synonyms in ${file} ${why}`, cause)
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw refusal(`cannot be read: ${sentence(cause)}. Name another file with \`synonyms\`.`, cause)
  })
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (cause) {
    throw refusal(`are not JSON: ${sentence(cause)}. ${FORM}`, cause)
  }
  const problem = problemOf(given)
  if (problem) throw refusal(`cannot be used: ${problem}. ${FORM}`)
  return Object.fromEntries(Object.entries(given as OwnSynonyms).map(([lang, groups]) => [lang.toLowerCase(), groups]))
}

/** A sentence about the languages of a synonym file that no index of the site has; '' if all are used. `file` is its name. */
export function unusedSynonyms(own: OwnSynonyms, languages: readonly string[], file: string): string {
  const unused = Object.keys(own).filter((tag) => !languages.some((lang) => lang === tag || lang.startsWith(`${tag}-`)))
  if (unused.length === 0) return ''
  const [there, given] = [languages, unused].map((tags) => new Intl.ListFormat('en').format(tags))
  return `The synonyms for ${given} in ${file} have no effect: the pages of this site are in ${there}.`
}

function problemOf(given: unknown): string {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return 'it is no object'
  for (const [lang, groups] of Object.entries(given)) {
    if (!/^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(lang)) return `"${lang}" is no language tag such as "en"`
    if (!Array.isArray(groups)) return `"${lang}" has no list`
    const at = groups.findIndex((group) => !isGroup(group))
    if (at >= 0) return `group ${at + 1} of "${lang}" is not two words or more`
  }
  return ''
}

const isGroup = (group: unknown): boolean =>
  Array.isArray(group) && group.length > 1 && group.every((word) => typeof word === 'string' && /[\p{L}\p{N}]/u.test(word))
