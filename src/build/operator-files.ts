import { readBrand } from '../brand/brand.ts'
import type { Config } from '../config/options.ts'
import { readSynonyms } from '../search/index/own-synonyms.ts'
import { readOwnWords } from '../views/own/own-words.ts'

/** Reads the operator's customisations by files and options, before anything is written. Throws a UsageError for words, synonyms, colours, a logo or components that cannot be used. */
export async function readOperatorFiles(config: Config, onWarning?: (warning: string) => void) {
  for (const warning of (await readOwnWords(config.words)).warnings) onWarning?.(warning)
  return { synonyms: await readSynonyms(config.synonyms), brand: await readBrand(config) }
}
