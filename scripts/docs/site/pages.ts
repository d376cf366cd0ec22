/** The files of the pages, from the root, by the name of their chapter. */
export type Chapters = Readonly<Record<string, readonly string[]>>

/** The documentation by what somebody wants to do. */
export const CHAPTERS: Chapters = {
  'Get started': ['README.md', 'docs/installing.md', 'docs/usage.md', 'docs/configuration.md', 'docs/options.md'],
  'Copy a service': [
    'docs/crawling.md',
    'docs/politeness.md',
    'docs/reliability.md',
    'docs/report.md',
    'docs/storage.md',
    'docs/workers.md',
    'docs/scale.md',
  ],
  'Publish a site': ['docs/branding.md', 'docs/words.md', 'docs/hosting.md', 'docs/ci.md', 'docs/metrics.md', 'docs/offline.md'],
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
