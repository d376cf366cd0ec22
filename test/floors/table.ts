/**
 * Which room may import from which: rooms, or single files of a room. Files of one room may import each other. The same table stands in
 * docs/architecture.md, with the reasons.
 */
export const ARROWS: Record<string, readonly string[]> = {
  errors: [],
  model: [],
  words: [],
  config: ['errors', 'model'],
  routes: ['model'],
  policy: [],
  trusted: [],
  svg: [],
  brand: ['errors'],
  cache: ['model', 'errors', 'svg'],
  colours: ['cache', 'model', 'errors'],
  render: ['routes', 'policy', 'model'],
  search: ['errors', 'words', 'trusted'],
  crawl: ['cache', 'model', 'errors'],
  http: ['errors'],
  service: ['http', 'cache', 'model', 'errors'],
  sample: ['cache', 'model'],
  coverage: ['cache', 'model'],
  bundle: ['svg', 'http', 'search', 'cache', 'routes', 'policy', 'model', 'config', 'errors'],
  views: ['render', 'brand', 'cache', 'routes', 'policy', 'model', 'config', 'errors', 'words', 'search/document.ts', 'colours/palette.ts'],
  budget: ['render', 'model', 'errors'],
  build: ['budget', 'views', 'brand', 'search', 'service', 'bundle', 'cache', 'config', 'errors'],
  components: [
    'views',
    'words',
    'brand',
    'trusted',
    'search/client.ts',
    'search/quick.ts',
    'search/missing.ts',
    'search/fold.ts',
    'search/retry.ts',
    'search/recent.ts',
    'search/recent-view.ts',
  ],
  layouts: ['components', 'views', 'words'],
  pages: ['layouts', 'components', 'views', 'words', 'brand'],
  scripts: [
    'errors',
    'model',
    'config',
    'routes',
    'cache',
    'render',
    'search',
    'crawl',
    'colours',
    'http',
    'service',
    'sample',
    'coverage',
    'bundle',
    'views',
    'build',
  ],
}

/** The room of a file: `src/crawl/client.ts` → `crawl`, `src/routes.ts` → `routes`, `astro.config.mjs` → `scripts`. */
export function roomOf(path: string): string {
  const [top = '', second = ''] = path.split('/')
  return top === 'src' ? second.replace(/\.\w+$/, '') : 'scripts'
}
