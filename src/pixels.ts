import { readFileSync } from 'node:fs'
import { initPhoton } from '@cf-wasm/photon/others'

/** Set by the copy of this module that has initialized the library: the library cannot be asked. */
export const isBegun = (error: unknown): boolean => error instanceof Error && /Already initialized|already called/.test(error.message)

/** Initializes `@cf-wasm/photon`, which a process may do only once. */
export function beginPixels(): void {
  try {
    initPhoton.sync({ module: new WebAssembly.Module(readFileSync(new URL(import.meta.resolve('@cf-wasm/photon/photon.wasm')))) })
  } catch (error) {
    if (!isBegun(error)) throw error
  }
}
