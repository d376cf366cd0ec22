import { afterAll, beforeAll, vi } from 'vitest'

/** For the tests of a file a site of six pages is large: a real one has more than five thousand. */
export function haveSmallIndexes(): void {
  beforeAll(() => {
    vi.doMock('../../src/search/index/sizes.ts', () => ({
      SIZES: { shardSize: 1, large: { size: 12, words: 1e9 }, titlesFrom: 8 },
      UPDATE_LIMITS: { recentPages: 6, recentIndexes: 3, changedShare: 0.7 },
    }))
  })
  afterAll(() => {
    vi.doUnmock('../../src/search/index/sizes.ts')
    vi.resetModules()
  })
}
