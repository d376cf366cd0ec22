import fc from 'fast-check'
import { afterAll, vi } from 'vitest'

/** The seed of every property: fixed in the gate, another one each night (`FC_SEED`). */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 2026) })

// The next file of this process reads the environment while it is imported, before its first test has anything put back.
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
