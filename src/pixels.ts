import { readFileSync } from 'node:fs'
import { initPhoton } from '@cf-wasm/photon/others'

/** Where another copy of a module has begun what a process may begin once; there is no way to ask. */
export const isBegun = (error: unknown): boolean => error instanceof Error && /Already initialized|already called/.test(error.message)

/** Readies `@cf-wasm/photon`, which a process may begin once, whoever is first. */
export function beginPixels(): void {
  try {
    initPhoton.sync({ module: new WebAssembly.Module(readFileSync(new URL(import.meta.resolve('@cf-wasm/photon/photon.wasm')))) })
  } catch (error) {
    if (!isBegun(error)) throw error
  }
}
