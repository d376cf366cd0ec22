/** The files of the pages, from the root, by the name of their chapter. */
export type Chapters = Readonly<Record<string, readonly string[]>>

/** The documentation by what somebody wants to do. */
export const CHAPTERS: Chapters = {
  'Get started': ['README.md', 'docs/tutorial.md', 'docs/installing.md'],
  'Publish a site': ['docs/branding.md', 'docs/hosting.md', 'docs/ci.md', 'docs/offline.md', 'docs/troubleshooting.md'],
  'Look it up': ['docs/usage.md', 'docs/options.md', 'docs/configuration.md', 'docs/words.md', 'docs/report.md', 'docs/storage.md'],
  'Copy a service': ['docs/crawling.md', 'docs/politeness.md', 'docs/reliability.md'],
  'Use it from programs': [
    'docs/library.md',
    'docs/library-api.md',
    'docs/replica.md',
    'docs/api-files.md',
    'docs/coverage.md',
    'docs/conformance.md',
  ],
  'Look inside': ['docs/performance.md', 'docs/architecture.md', 'src/README.md', 'docs/dependencies.md', 'CHANGELOG.md'],
  'Take part': ['CONTRIBUTING.md', 'CODE_OF_CONDUCT.md', 'SECURITY.md'],
}
