import type { CheckResult } from '../../check/check.ts'
import { findingsInWords } from './findings.ts'
import type { BuildResult } from '../../build.ts'
import { damagedInWords, unreadableInWords } from './unreadable.ts'
import { bytesInWords, countOf } from './words.ts'

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
