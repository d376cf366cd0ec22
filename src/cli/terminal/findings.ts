import type { BuildResult } from '../../build.ts'
import type { CheckResult, Finding } from '../../check/check.ts'
import { damagedInWords, unreadableInWords } from './unreadable.ts'
import { bytesInWords, countOf, numberInWords } from './words.ts'

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
    ...(ofKind.length > FINDINGS_SHOWN ? [`    and ${numberInWords(ofKind.length - FINDINGS_SHOWN)} more; --json has them all`] : []),
  ])
}

function pagesInWords(pages: readonly string[]): string {
  const rest = pages.length - PAGES_SHOWN
  return `on ${pages.slice(0, PAGES_SHOWN).join(', ')}${rest > 0 ? ` and ${numberInWords(rest)} more` : ''}`
}

/** The same number of entries as in each part of report.md. */
const MAX_ENTRIES = 30

/** A built and checked site for the summary of a CI job. */
export function siteInMarkdown(
  { pages, files, bytes, unreadable, damaged }: Pick<BuildResult, 'pages' | 'files' | 'bytes' | 'unreadable' | 'damaged'>,
  { references, findings }: Pick<CheckResult, 'references' | 'findings'>,
): string {
  const found = findings.length > 0 ? `found:\n\n\`\`\`\`text\n${findingsInWords(findings).join('\n')}\n\`\`\`\`` : 'all well.'
  const notRead = [...unreadableInWords(unreadable, MAX_ENTRIES), ...damagedInWords(damaged, MAX_ENTRIES)]
  const missing = notRead.length > 0 ? `\nNot all is whole:\n\n\`\`\`\`text\n${notRead.join('\n')}\n\`\`\`\`\n` : ''
  return `# Site\n\n${countOf(pages, 'page')} in ${countOf(files, 'file')}, ${bytesInWords(bytes)}. Checked ${countOf(references, 'internal link')}: ${found}\n${missing}`
}
