/** Letters that are typed as others, in any case and without accents. */
const folded = (title: string): string => title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** The one of many titles that somebody meant who wrote another: the same in other letters, or with a few slips; undefined if there is none. */
export function alikeOf(title: string, titles: Iterable<string>): string | undefined {
  const wanted = folded(title)
  let least = Math.max(1, Math.floor(wanted.length / 4)) + 1
  let best: string | undefined
  for (const one of titles) {
    const other = folded(one)
    if (Math.abs(other.length - wanted.length) >= least) continue
    const slips = slipsBetween(wanted, other)
    if (slips < least) [least, best] = [slips, one]
  }
  return best
}

/** How many letters are to be added, left out, changed or swapped with the next one to make one text of another. */
function slipsBetween(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let row = 1; row <= from.length; row++) {
    const now = [row]
    for (let at = 1; at <= to.length; at++) {
      const isSame = from[row - 1] === to[at - 1]
      const change = (last[at - 1] ?? 0) + (isSame ? 0 : 1)
      const isSwap = row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1]
      const swap = isSwap ? (before[at - 2] ?? 0) + 1 : change
      now.push(Math.min(change, swap, (last[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1))
    }
    ;[before, last] = [last, now]
  }
  return last[to.length] ?? 0
}
