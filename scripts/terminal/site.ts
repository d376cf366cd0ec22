import type { CheckResult } from '../../src/bundle/check.ts'
import { findingsInWords } from './findings.ts'
import { bytesInWords, countOf } from './words.ts'

/** A built and checked site for the summary of a CI job. */
export function siteInMarkdown(
  { pages, files, bytes }: { pages: number; files: number; bytes: number },
  { references, findings }: Pick<CheckResult, 'references' | 'findings'>,
): string {
  const found = findings.length > 0 ? `found:\n\n\`\`\`\`text\n${findingsInWords(findings).join('\n')}\n\`\`\`\`` : 'all well.'
  return `# Site\n\n${countOf(pages, 'page')} in ${countOf(files, 'file')}, ${bytesInWords(bytes)}. Checked ${countOf(references, 'internal link')}: ${found}\n`
}
