import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/long-first.ts'

// Tests start some hundred Node processes: with what the first has compiled, each takes a third of a second of CPU less.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, 'node_modules/.cache/node')

/** Limits are for what hangs, and no test has one of its own: a slow machine is no fault of a test. */
const factor = Number(process.env.TIME_FACTOR ?? 1)
const limits = { testTimeout: 300_000 * factor, hookTimeout: 600_000 * factor, expect: { poll: { timeout: 60_000 * factor } } }
/** What tries thousands of cases, a site of many thousand pages, or a night after each of many changes. */
const hours = { testTimeout: 3_600_000 * factor }
/** What else runs can disturb a test of processes and pages; one of functions fails by its own fault only. */
const RETRIES = 2
const browser = {
  isolate: false,
  provide: { browserTimeoutMs: 90_000 * factor },
  retry: RETRIES,
  globalSetup: ['test/browser/unpack-chromium.ts', 'test/browser/sample-site.ts'],
}

/** What a person does with a site, in short; the sweep has all cases. */
const JOURNEYS = ['test/browser/{app,bench,hostile,one-file,policy,quick-search,search}.test.ts', 'test/real-site.test.ts']

// The rest is for `npm run nightly`, a project for each of its parts.
const PACKAGES = ['test/package/**/*.test.ts', 'test/scripts/package.test.ts']
const HOSTS = [
  'test/hosts/{private-copy,servers,several-sites}.test.ts',
  'test/scripts/hosts.test.ts',
  'test/browser/{hosts,kiwix}.test.ts',
  'test/browser/media/media-base.test.ts',
]
const STORAGE = ['test/scripts/{store,fleet,fleet-kills,scale-page}.test.ts']
const NIGHTS = [
  'test/build/{incremental,incremental-more}.test.ts',
  'test/build/shards/{nights,same-bytes}.test.ts',
  'test/scripts/nights.test.ts',
]
const SOAK = [
  'test/crawl/{fault-matrix,kill}.test.ts',
  'test/fetch/network.test.ts',
  'test/scripts/interrupted.test.ts',
  'test/build/many-guides.test.ts',
]
const BROWSER_SOAK = ['test/browser/{direct,search-speed}.test.ts']
/** What takes more than seven seconds in the test's own process, where shorter files say the same of each class. */
const LONG_UNITS = [
  'test/build/{second-build,unreadable-share,what-may-differ}.test.ts',
  'test/build/shards/large-site.test.ts',
  'test/bundle/{cluster-writer,delta,excerpt,memory}.test.ts',
  'test/crawl/{extras,forms,languages,odd-fields}.test.ts',
  'test/crawl/{frontier/ceilings,lists/large-pages,lists/shrink,revalidate/incremental,revalidate/stored-media,survey/survey}.test.ts',
  'test/{fetch/limits,library/library,replica/round-trip,specification/rows,views/odd-fields}.test.ts',
  'test/{crawl/report/report,disk/flush,http/guarded-server,render/growth,search/{languages,large-form,quality},search/page/several-words,svg/bounds}.test.ts',
  'test/search/index/update-index.test.ts',
]
/** Commands in processes of their own, beyond what `commands` says of each. */
const LONG_COMMANDS = [
  'test/scripts/{api-files,beside,branding,bundle,changed-site,damaged-cache,divided}.test.ts',
  'test/scripts/{json,links,odd-records,private,refusing-machine,report,secrets}.test.ts',
  'test/scripts/{serve-api,shards-in-ci,workers}.test.ts',
]
/** What the gate runs too, there with one case of each class. */
const ALSO_SWEPT = ['test/scripts/{commands,dependencies}.test.ts']
const LONG_IN_BROWSER = [
  'test/real-site/bundles.test.ts',
  'test/browser/{app-install,bench-aids,bench-end,dev,disk,divided,first-step,fonts,go-on,languages,list-filter,looks}.test.ts',
  'test/browser/{missing,pdf,pictures,search-network,search-return,theme,titles}.test.ts',
  'test/browser/unruly-texts.test.ts',
]
const ALSO_SWEPT_IN_BROWSER = ['test/browser/{guide,html-validate,visitor}.test.ts']
const SWEEPING = { SWEEP: 'true', CHANGE_SETS: process.env.CHANGE_SETS ?? '100' }
/** What runs in the test's own process, so that its coverage can be measured. */
const UNITS = {
  include: ['test/**/*.test.ts'],
  exclude: ['test/{browser,crash,package,scripts,hosts}/**', 'test/{real-site,real-site/bundles}.test.ts', ...SOAK],
  // A process for each file would take a third more CPU.
  isolate: false,
  setupFiles: ['test/seed.ts'],
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
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongFirst },
    ...limits,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // A service worker, what talks to it, and what helps with a step run in a browser only: test/browser/{app,bench-aids}.
      exclude: [
        'src/app/{keep,worker}/**',
        'src/app/store.ts',
        'src/components/app/**',
        'src/components/guide/aids/{aids,read-aloud,timers}.ts',
      ],
      reporter: process.env.COVERAGE_FILES ? ['text-summary', 'json-summary'] : ['text-summary'],
      reportOnFailure: true,
      reportsDirectory: 'node_modules/.cache/coverage',
      // It may rise and not fall; what writes for hosts and apps has its tests on real servers and in browsers, which are not counted.
      thresholds: { lines: 83, branches: 79.8 },
    },
    projects: [
      { extends: true, test: { name: 'unit', ...UNITS, exclude: [...UNITS.exclude, ...LONG_UNITS, ...NIGHTS] } },
      {
        extends: true,
        test: {
          name: 'commands',
          retry: RETRIES,
          include: ['test/scripts/**/*.test.ts'],
          exclude: [...SOAK, ...PACKAGES, ...HOSTS, ...STORAGE, ...NIGHTS, ...LONG_COMMANDS],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          ...browser,
          include: ['test/browser/**/*.test.ts'],
          exclude: [...JOURNEYS, ...HOSTS, ...BROWSER_SOAK, ...LONG_IN_BROWSER],
        },
      },
      { extends: true, test: { name: 'journeys', ...browser, include: JOURNEYS } },
      { extends: true, test: { name: 'coverage', ...UNITS, exclude: [...UNITS.exclude, ...NIGHTS], env: SWEEPING } },
      { extends: true, test: { name: 'sweep', include: [...LONG_UNITS, ...LONG_COMMANDS, ...ALSO_SWEPT], env: SWEEPING, retry: RETRIES } },
      {
        extends: true,
        test: {
          name: 'sweep in a browser',
          ...browser,
          include: [...JOURNEYS, ...LONG_IN_BROWSER, ...ALSO_SWEPT_IN_BROWSER],
          env: SWEEPING,
        },
      },
      { extends: true, test: { name: 'packages', ...hours, include: PACKAGES, env: SWEEPING, retry: RETRIES } },
      { extends: true, test: { name: 'hosts', ...browser, include: HOSTS, env: SWEEPING } },
      { extends: true, test: { name: 'storage', include: STORAGE, env: SWEEPING, retry: RETRIES } },
      { extends: true, test: { name: 'nights', ...hours, include: NIGHTS, env: SWEEPING, retry: RETRIES } },
      {
        extends: true,
        test: {
          name: 'soak',
          ...hours,
          include: [...SOAK, 'test/crawl/random-faults.test.ts'],
          env: seeds,
          retry: RETRIES,
        },
      },
      {
        extends: true,
        test: { name: 'steps', ...hours, include: ['test/crash/**/*.test.ts'], env: { CRASH_STEPS: process.env.CRASH_STEPS ?? '25' } },
      },
      { extends: true, test: { name: 'soak in a browser', ...browser, ...hours, include: BROWSER_SOAK } },
    ],
  },
})
