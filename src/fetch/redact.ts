/** Shorter tokens may occur in texts by chance. */
const SHORTEST = 8
const INSTEAD = '[token]'

/**
 * Removes the token from the service's output: a token echoed in a record, a redirect or a header must not be stored or printed.
 */
export function redactor(token: string | undefined): (text: string) => string {
  if (!token || token.length < SHORTEST) return (text) => text
  const spellings = new Set([token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1), token.replaceAll('/', '\\/')])
  return (text) => {
    let clean = text
    for (const spelling of spellings) clean = clean.replaceAll(spelling, INSTEAD)
    return clean
  }
}
