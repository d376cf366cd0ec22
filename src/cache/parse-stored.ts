import { ContentError } from '../errors.ts'

/** Parses what a cache holds. Throws a {@link ContentError} that names the file when it is no JSON. */
export function parseStored(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ContentError(`${path} in the cache is damaged. Crawl again to replace it; the other files are unharmed.`, { cause })
  }
}

/** Undefined for what is damaged on disk, or a part: as if it were not there. */
export function parseWhole(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
