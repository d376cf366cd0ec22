import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const browser = { testTimeout: 60_000, hookTimeout: 300_000, expect: { poll: { timeout: 20_000 } } }
const CHROMIUM = 'test/browser/unpack-chromium.ts'

/** What takes minutes by its nature: `npm run soak` runs it, with fixed seeds, and `npm test` does not. */
const SOAK = ['test/crawl/{clock-jumps,fault-matrix,kill}.test.ts', 'test/scripts/{interrupted,nights}.test.ts']
const BROWSER_SOAK = ['test/browser/{direct,drawing-costs,search-speed}.test.ts']
/** What `npm test` does in short, and the soak at length. */
const BOTH = ['test/crawl/random-faults.test.ts', 'test/fetch/network.test.ts']
const SEEDS = { KILL_MOMENTS: '50', KILL_SEED: '2026', FAULTY_GUIDES: '5000', FAULT_SEED: '7', OUTAGE_S: '30' }
const seeds = Object.fromEntries(Object.entries(SEEDS).map(([name, value]) => [name, process.env[name] ?? value]))

export default defineConfig({
  test: {
    pool: 'forks',
    // Many tests wait for processes, pages and time-outs, and leave a core to others meanwhile.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      reporter: ['text-summary'],
      reportOnFailure: true,
      reportsDirectory: 'node_modules/.cache/coverage',
      // It may rise and not fall.
      thresholds: { lines: 81.5, branches: 80.5 },
    },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['test/{browser,scripts}/**', 'test/real-site.test.ts', ...SOAK] },
      },
      {
        extends: true,
        test: { name: 'commands', include: ['test/scripts/**/*.test.ts'], exclude: SOAK },
      },
      {
        extends: true,
        test: {
          ...browser,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude: BROWSER_SOAK,
          globalSetup: [CHROMIUM, 'test/browser/sample-site.ts'],
        },
      },
      {
        extends: true,
        test: { ...browser, name: 'real site', include: ['test/real-site.test.ts'], globalSetup: [CHROMIUM] },
      },
      {
        extends: true,
        test: { name: 'soak', include: [...SOAK, ...BOTH], env: seeds },
      },
      {
        extends: true,
        test: { ...browser, name: 'soak in a browser', include: BROWSER_SOAK, globalSetup: [CHROMIUM, 'test/browser/sample-site.ts'] },
      },
    ],
  },
})
