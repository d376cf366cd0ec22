/** The known word most similar to a misspelled one; undefined if none is similar. */
export function nearestOf(word: string, known: readonly string[]): string | undefined {
  const all = known.map((name) => ({ name, edits: editsBetween(word.toLowerCase(), name.toLowerCase()) }))
  const alike = all.filter(({ name, edits }) => edits <= 3 && edits < 0.6 * Math.max(word.length, name.length))
  return alike.sort((a, b) => a.edits - b.edits)[0]?.name
}

/** How many letters to insert, remove or replace. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1]
    for (const [at, other] of Array.from(to).entries())
      next.push(Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}

/** ` Did you mean "source"?`; '' if no known word is similar. */
export function didYouMean(word: string, known: readonly string[]): string {
  const meant = nearestOf(word, known)
  return meant === undefined ? '' : ` Did you mean "${meant}"?`
}
