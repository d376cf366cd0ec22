/** Parts of addresses, on this site and on the services that it copies, that name the kind of a page and not its subject. */
const KINDS =
  /^(guide|category|device|topic|wiki|info|item|part|tool|tag|team|user|page|search|document|edit|view|print|index|html?|php|aspx?)$/i

/** Converts a path below the site's base into a query: `/Guide/Kettle+Lid/12` → `Kettle Lid`; '' if it names nothing. */
export function wordsOfAddress(path: string): string {
  const words = path.split('/').flatMap((part) => wordsOfPart(decoded(part)))
  return words.filter((word) => !KINDS.test(word)).join(' ')
}

/** Our page names end in a hash of eight digits; plain numbers are ids and page numbers. */
function wordsOfPart(part: string): string[] {
  const words = part.replace(/-[0-9a-f]{8}$/, '').match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+|(?<=\p{N})\.\p{N}[\p{L}\p{N}]*)*/gu) ?? []
  return words.some((word) => /\p{L}/u.test(word)) ? words : []
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // A percent sign that was typed.
    return part
  }
}
