import type { ListedGuide } from './kept-list.ts'
import type { SharedNeed } from './merge-needs.ts'

/** The words around a list. */
export interface ListWords {
  title: string
  tools: string
  parts: string
  guides: string
  optional: string
}

/** The list as lines of text: `☐ 2 × AA battery (Torch, Radio)`, with a check mark before what somebody has; last the addresses of the guides. */
export function listText(
  needs: readonly SharedNeed[],
  guides: readonly ListedGuide[],
  words: ListWords,
  { has, addressOf }: { has: (need: SharedNeed) => boolean; addressOf: (guide: ListedGuide) => string },
): string {
  const line = (need: SharedNeed): string =>
    [
      has(need) ? '☑' : '☐',
      ...(need.count > 1 ? [`${need.count} ×`] : []),
      [need.name, ...(need.isOptional ? [words.optional] : []), ...need.notes].join(', '),
      `(${need.guides.map(({ title }) => title).join(' · ')})`,
    ].join(' ')
  const section = (heading: string, lines: readonly string[]): string[] => (lines.length > 0 ? ['', heading, ...lines] : [])
  return [
    words.title,
    ...section(words.parts, needs.filter(({ isPart }) => isPart).map(line)),
    ...section(words.tools, needs.filter(({ isPart }) => !isPart).map(line)),
    ...section(
      words.guides,
      guides.map((guide) => `${guide.title}: ${addressOf(guide)}`),
    ),
    '',
  ].join('\n')
}
