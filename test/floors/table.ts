/**
 * Which room may import from which: rooms, or single files of a room. Files of one room may import each other. The same table stands in
 * docs/architecture.md, with the reasons.
 */
export const ARROWS: Record<string, readonly string[]> = {
  errors: [],
  model: [],
  words: [],
  policy: [],
  trusted: [],
  svg: [],
  config: ['errors', 'model'],
  routes: ['model'],
  installation: [],
  brand: ['installation', 'errors'],
  disk: ['errors'],
  http: ['errors'],
  fetch: ['errors', 'model'],
  cache: ['disk', 'svg', 'model', 'errors'],
  colours: ['cache', 'model', 'installation', 'errors'],
  crawl: ['fetch', 'cache', 'disk', 'model', 'errors'],
  replica: ['http', 'cache', 'model', 'errors'],
  render: ['policy', 'model'],
  budget: ['render', 'model', 'installation', 'errors'],
  search: ['errors', 'words', 'trusted'],
  views: ['render', 'brand', 'cache', 'routes', 'policy', 'model', 'config', 'errors', 'words', 'search/document.ts', 'colours/palette.ts'],
  components: [
    'views',
    'words',
    'brand',
    'trusted',
    'search/page/client.ts',
    'search/page/quick/quick.ts',
    'search/page/missing.ts',
    'search/fold.ts',
    'search/page/retry.ts',
    'search/page/recent.ts',
    'search/page/view/recent-view.ts',
  ],
  layouts: ['components', 'views'],
  pages: ['layouts', 'components', 'views', 'words', 'brand'],
  publish: ['http', 'disk', 'svg', 'cache', 'policy', 'model', 'errors'],
  check: ['publish', 'cache', 'disk', 'model'],
  pdf: ['publish', 'disk', 'routes', 'config', 'model', 'installation', 'errors'],
  bundle: ['publish', 'crawl', 'cache', 'disk', 'routes', 'model', 'errors'],
  build: [
    'budget',
    'views',
    'brand',
    'search',
    'replica',
    'publish',
    'cache',
    'disk',
    'routes',
    'model',
    'config',
    'installation',
    'errors',
  ],
  product: ['installation'],
  library: [
    'build',
    'check',
    'crawl',
    'colours',
    'publish',
    'cache',
    'config',
    'product',
    'installation',
    'errors',
    'views/catalog/unreadable.ts',
  ],
  sample: ['cache'],
  scripts: [
    'library',
    'build',
    'check',
    'pdf',
    'bundle',
    'publish',
    'replica',
    'colours',
    'brand',
    'crawl',
    'cache',
    'disk',
    'routes',
    'config',
    'model',
    'product',
    'installation',
    'errors',
    'sample',
    'views/catalog/unreadable.ts',
    'test/specification',
    'test/browser/chromium.ts',
    'test/benchbook.ts',
    'test/render/vectors.ts',
  ],
}

/** A folder may hold so many files; what is in its folders is not counted. */
export const MAX_FILES = 25
/** A file an address, and a file a language: their number is given. */
export const FULL_FOLDERS: readonly string[] = ['src/pages', 'src/words']

/** The room of a file: `src/crawl/client.ts` → `crawl`, `src/routes.ts` → `routes`, `sample/drawing/write.ts` → `sample`, `astro.config.mjs` → `scripts`. */
export function roomOf(path: string): string {
  const [top = '', second = ''] = path.split('/')
  if (top === 'src') return second.replace(/\.\w+$/, '')
  if (top === 'test') return `test/${second}`
  return top === 'sample' ? 'sample' : 'scripts'
}
