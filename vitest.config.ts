import { defineConfig } from 'vitest/config'

const browser = { testTimeout: 60_000, hookTimeout: 300_000, expect: { poll: { timeout: 20_000 } } }

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['test/browser/**', 'test/real-site.test.ts'] },
      },
      {
        extends: true,
        test: {
          ...browser,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/browser/unpack-chromium.ts', 'test/browser/sample-site.ts'],
        },
      },
      {
        extends: true,
        test: { ...browser, name: 'real site', include: ['test/real-site.test.ts'], globalSetup: ['test/browser/unpack-chromium.ts'] },
      },
    ],
  },
})
