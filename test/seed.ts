import fc from 'fast-check'
import { afterAll, vi } from 'vitest'

/** The seed of every property test: fixed in the gate, a different one each night (`FC_SEED`). */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 2026) })

// The next file of this process reads the environment on import, before Vitest resets anything for its first test.
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
