/** Facts shared by fewer cards, or by all, are not useful as filters. */
const FEWEST_CARDS = 2
const MOST_FACTS = 10

/** The facts that distinguish cards, most frequent first, with the number of cards. */
export function tellingFacts(cards: readonly (readonly string[])[]): [fact: string, count: number][] {
  const counts = new Map<string, number>()
  for (const fact of cards.flatMap((facts) => [...new Set(facts)])) counts.set(fact, (counts.get(fact) ?? 0) + 1)
  const described = cards.filter(({ length }) => length > 0).length
  return [...counts]
    .filter(([, count]) => count >= FEWEST_CARDS && count < described)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_FACTS)
}
