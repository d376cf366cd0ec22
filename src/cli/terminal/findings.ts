import type { Finding } from '../../check/findings.ts'
import { countOf, numberInWords } from './words.ts'

const FINDINGS_SHOWN = 10
const PAGES_SHOWN = 3

/** Findings for the terminal: by kind, limited; `--json` has all of them. */
export function findingsInWords(findings: readonly Finding[]): string[] {
  const kinds = Map.groupBy(findings, ({ kind }) => kind)
  return Array.from(kinds).flatMap(([kind, ofKind]) => [
    `  ${countOf(ofKind.length, kind)}`,
    ...ofKind
      .slice(0, FINDINGS_SHOWN)
      .map(({ what, pages }) => `    ${what}${pages.every((page) => what.startsWith(page)) ? '' : ` (${pagesInWords(pages)})`}`),
    ...more(ofKind.length - FINDINGS_SHOWN),
  ])
}

function pagesInWords(pages: readonly string[]): string {
  const rest = pages.length - PAGES_SHOWN
  return `on ${pages.slice(0, PAGES_SHOWN).join(', ')}${rest > 0 ? ` and ${numberInWords(rest)} more` : ''}`
}

function more(count: number): string[] {
  return count > 0 ? [`    and ${numberInWords(count)} more; --json has them all`] : []
}
