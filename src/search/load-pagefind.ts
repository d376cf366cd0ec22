import type { LoadModule } from './indexes.ts'
import type { PagefindModule } from './pagefind-api.ts'

/** As a browser does: the module lies beside the index, and is not part of our own scripts. */
export const loadPagefind: LoadModule = (url) => import(/* @vite-ignore */ url) as Promise<PagefindModule>
