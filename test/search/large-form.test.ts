import { afterAll, beforeAll, describe } from 'vitest'
import { SIZES } from '../../src/search/index/sizes.ts'
import { LARGE } from './opened.ts'

/** Files of tests of what a search finds. */
const LAWS = 'languages ranking page/elsewhere page/several-words page/suggest page/unknown-words page/word-forms'.split(' ')

const before = { ...SIZES }
beforeAll(() => void Object.assign(SIZES, LARGE))
afterAll(() => void Object.assign(SIZES, before))

// Each file is imported afresh: earlier files of the process may have imported it.
for (const law of LAWS) {
  const tests = import.meta.resolve(`./${law}.test.ts?large`)
  describe(`in several indexes: ${law}`, async () => {
    await import(/* @vite-ignore */ tests)
  })
}
