import type { OpenIndex } from './indexes.ts'
import type { PagefindModule } from './pagefind-api.ts'

/** As a browser does: the module lies beside the index, and is not part of our own scripts. */
export const loadPagefind: OpenIndex = async (url, options) => {
  const { createInstance } = (await import(/* @vite-ignore */ url)) as PagefindModule
  return createInstance({ ...options, noWorker: true })
}
