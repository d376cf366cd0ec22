import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/long-first.ts'

// Tests start some hundred Node processes: with what the first has compiled, each takes a third of a second of CPU less.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, 'node_modules/.cache/node')

const browser = { isolate: false, testTimeout: 60_000, hookTimeout: 300_000, expect: { poll: { timeout: 20_000 } } }
const CHROMIUM = 'test/browser/unpack-chromium.ts'

/** What takes minutes by its nature: `npm run soak` runs it, with fixed seeds, and `npm test` does not. */
const SOAK = [
  'test/crawl/{clock-jumps,fault-matrix,kill}.test.ts',
  'test/queue/kill.test.ts',
  'test/scripts/{interrupted,nights}.test.ts',
  'test/build/many-guides.test.ts',
]
const BROWSER_SOAK = ['test/browser/{direct,drawing-costs,one-file-speed,search-speed}.test.ts']
/** What `npm test` does in short, and the soak at length. */
const SOAK_AND_TEST = ['test/crawl/random-faults.test.ts', 'test/fetch/network.test.ts']
/** What looks at every page, language, width, payload or kind of damage: `npm run sweep` runs all of it, `npm test` what `test/sweep.ts` leaves. */
const SWEEP_AND_TEST = ['test/scripts/{commands,dependencies,metrics}.test.ts']
/** The second half of what takes minutes of one process: the first half is in the coverage too, with fewer nights. */
const SECOND_HALF = 'test/build/incremental-more.test.ts'
/** Builds in processes of their own, which no coverage sees. */
const SHARDS_APART = ['test/build/shards/{interrupted,nights,same-bytes}.test.ts']
/** What takes more than seven seconds, where shorter files say the same of each class: `npm test` is for whoever waits for it. The coverage runs all cases of these. */
const COUNTED_SWEEP = [
  'test/preview/page-compiler.test.ts',
  'test/build/{compiled-pages,index-follows,kept-pages,relative-links,second-build}.test.ts',
  'test/build/shards/large-site.test.ts',
  'test/bundle/{cluster-writer,delta,excerpt,memory}.test.ts',
  'test/crawl/{extras,faults,forms,languages,odd-fields}.test.ts',
  'test/crawl/{frontier/ceilings,lists/large-pages,lists/shrink,revalidate/incremental,revalidate/stored-media,survey/survey}.test.ts',
  'test/{fetch/limits,library/library,replica/round-trip,specification/rows,views/odd-fields}.test.ts',
  'test/{colours/colour-pictures,crawl/report/report,disk/flush,http/guarded-server,render/growth,search/{languages,large-form},search/page/several-words,svg/cost}.test.ts',
  'test/queue/{shared-crawl,through-store}.test.ts',
  'test/search/index/update-index.test.ts',
  'test/store/killed-pull.test.ts',
  'test/views/item/tools-weight.test.ts',
]
/** The same of programs, which run in processes of their own, and of nights by the hundred. */
const PROGRAM_SWEEP = [
  'test/build/incremental.test.ts',
  SECOND_HALF,
  ...SHARDS_APART,
  'test/package/**/*.test.ts',
  'test/scripts/{api-files,bad-input,bench-site,beside,branding,bundle,bundle-part,changed-site,conformance,damaged-media,divided,docs-site,error-codes,hosts,media-base}.test.ts',
  'test/scripts/{if-changed,json,killed-build,links,loaded-packages,lost-content,odd-records,package,private,read-only,report,secrets}.test.ts',
  'test/scripts/{serve-api,shards-in-ci,shared-crawl,shared-store,soak,store,strange-files,unreadable,unreadable-share,workers}.test.ts',
]
const BROWSER_SWEEP = [
  'test/{real-site,real-site/bundles}.test.ts',
  'test/browser/{app,app-gone,app-install,axe,bench,bench-aids,bench-end,budgets,dev,disk,divided,drawings,first-step,fonts,for-everyone,go-on,hostile,hosts,languages,list-filter,long-titles,names}.test.ts',
  'test/browser/{narrow-words,missing,one-file,pdf,pictures,policy,quick-search,search,search-network,search-quality,search-return,theme,titles,tones}.test.ts',
  'test/browser/{unruly-texts,media/media-base}.test.ts',
]
const BROWSER_SWEEP_AND_TEST = ['test/browser/{guide,html-validate,layout,pages}.test.ts']
const SWEEPING = { SWEEP: 'true' }
const SWEEP_OF_NIGHTS = { ...SWEEPING, CHANGE_SETS: process.env.CHANGE_SETS ?? '100' }
/** What runs in the test's own process, so that its coverage can be measured: all cases of it, as the sweep has them. */
const UNIT = {
  include: ['test/**/*.test.ts'],
  exclude: ['test/{browser,package,scripts}/**', 'test/{real-site,real-site/bundles}.test.ts', ...SOAK],
}
const SEEDS = { KILL_MOMENTS: '50', KILL_SEED: '2026', FAULTY_GUIDES: '5000', FAULT_SEED: '7', OUTAGE_S: '30' }
const seeds = Object.fromEntries(Object.entries(SEEDS).map(([name, value]) => [name, process.env[name] ?? value]))

export default defineConfig({
  test: {
    pool: 'forks',
    // No file leaves anything of these to the next one of its process.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Many tests wait for processes, pages and time-outs, and leave a core to others meanwhile.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: LongFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // A service worker, what talks to it, what helps with a step, and lists of a device run in a browser only: test/browser/{app,bench-aids,shopping,tools,own-tools,search,pdf-book}.
      exclude: [
        'src/app/{keep,worker}/**',
        'src/app/store.ts',
        'src/components/shopping/{copy-text,download-file,list-button,read-guide,shopping-page,start-shopping}.ts',
        'src/components/tools/find-tools.ts',
        'src/search/page/view/keep-focus.ts',
        'src/pdf/{bind-guides,book,make-books}.ts',
        'src/components/app/**',
        'src/components/guide/aids/{aids,chime,lang-of,load-aids,read-aloud,timers}.ts',
      ],
      reporter: process.env.COVERAGE_FILES ? ['text-summary', 'json-summary'] : ['text-summary'],
      reportOnFailure: true,
      reportsDirectory: 'node_modules/.cache/coverage',
      // It may rise and not fall; what writes for hosts and apps has its tests on real servers and in browsers, which are not counted.
      thresholds: { lines: 83, branches: 79.5 },
    },
    projects: [
      // A process for each file would take a third more CPU.
      { extends: true, test: { name: 'unit', ...UNIT, isolate: false, exclude: [...UNIT.exclude, ...COUNTED_SWEEP, ...PROGRAM_SWEEP] } },
      {
        extends: true,
        test: {
          name: 'coverage',
          ...UNIT,
          isolate: false,
          exclude: [...UNIT.exclude, SECOND_HALF, ...SHARDS_APART],
          env: { ...SWEEPING, CHANGE_SETS: '5' },
        },
      },
      {
        extends: true,
        test: { name: 'commands', include: ['test/scripts/**/*.test.ts'], exclude: [...SOAK, ...PROGRAM_SWEEP] },
      },
      {
        extends: true,
        test: {
          ...browser,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude: [...BROWSER_SOAK, ...BROWSER_SWEEP],
          globalSetup: [CHROMIUM, 'test/browser/sample-site.ts'],
        },
      },
      { extends: true, test: { name: 'sweep of units', include: COUNTED_SWEEP, env: SWEEP_OF_NIGHTS } },
      {
        extends: true,
        test: {
          name: 'sweep of programs',
          include: [...PROGRAM_SWEEP, ...SWEEP_AND_TEST],
          env: SWEEP_OF_NIGHTS,
        },
      },
      {
        extends: true,
        test: {
          ...browser,
          name: 'sweep in a browser',
          include: [...BROWSER_SWEEP, ...BROWSER_SWEEP_AND_TEST],
          env: SWEEPING,
          globalSetup: [CHROMIUM, 'test/browser/sample-site.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'soak', include: [...SOAK, ...SOAK_AND_TEST], env: seeds },
      },
      {
        extends: true,
        test: { ...browser, name: 'soak in a browser', include: BROWSER_SOAK, globalSetup: [CHROMIUM, 'test/browser/sample-site.ts'] },
      },
    ],
  },
})
