import { defineConfig } from 'vitest/config'

/** What Stryker runs: the unit tests in the folder `TESTS`, several files in a process. */
export default defineConfig({
  test: {
    include: [`${process.env.TESTS ?? 'test'}/**/*.test.ts`],
    exclude: ['test/{browser,crash,hosts,package,real-site,scripts}/**', 'test/**/growth.test.ts'],
    setupFiles: ['test/seed.ts'],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
