/** Parts of addresses, of this site and of the services that it copies, that say what kind of page it is and not what it is about. */
const KINDS =
  /^(guide|category|device|topic|wiki|info|item|part|tool|tag|team|user|page|search|document|edit|view|print|index|html?|php|aspx?)$/i

/** What a path below the site's base names, as words to search for: `/Guide/Kettle+Lid/12` → `Kettle Lid`; '' when it names nothing. */
export function wordsOfAddress(path: string): string {
  const words = path.split('/').flatMap((part) => wordsOfPart(decoded(part)))
  return words.filter((word) => !KINDS.test(word)).join(' ')
}

/** Names of our own pages end in a hash of eight digits; numbers alone are ids and pages. */
function wordsOfPart(part: string): string[] {
  const words = part.replace(/-[0-9a-f]{8}$/, '').match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+|(?<=\p{N})\.\p{N}[\p{L}\p{N}]*)*/gu) ?? []
  return words.some((word) => /\p{L}/u.test(word)) ? words : []
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // Somebody typed a percent sign.
    return part
  }
}
