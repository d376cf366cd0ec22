/** The files that a build stores next to a site, for the next build. */
const beside = (out: string): string[] =>
  ['changes.json', 'checked', 'hosts', 'media', 'sha256', 'state'].map((ending) => `${out}.${ending}`)

/** The file list of the last published site. */
export const PUBLISHED = 'published.sha256'

/** What one nightly run keeps for the next, so that only changes are requested, rendered and published. */
export const kept = (out: string): string[] => ['content-cache', out, ...beside(out), PUBLISHED]

/** Generated files, which need not be versioned with the configuration: sites, bundles with their sums, PDF files and logs. */
export const IGNORED: readonly string[] = [
  'node_modules/',
  'content-cache/',
  'dist/',
  'dist.*',
  PUBLISHED,
  '*.zip*',
  '*.zim*',
  'pdf/',
  'export.log',
]
