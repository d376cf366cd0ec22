import { isAbsolute } from 'node:path'
import { startsWith, type VitePlugin } from '../brand/own-components.ts'
import { sha256Of } from '../disk/sha256.ts'
import { SOURCE } from '../installation.ts'

/** Notes in `sums` each file that is compiled and belongs neither to the program nor to a package: what a component of one's own imports from elsewhere. */
export const noteOutsideFiles = (sums: Record<string, string>): VitePlugin => ({
  name: 'benchbook:outside-files',
  enforce: 'pre',
  load: {
    filter: { id: { exclude: [startsWith(SOURCE), /[\\/]node_modules[\\/]/] } },
    handler(id) {
      const path = id.replace(/\?.*/s, '')
      if (isAbsolute(path)) sums[path] = sumOf(path)
      return null
    },
  },
})

/** '' where it cannot be read: it may come or go. */
export function sumOf(path: string): string {
  try {
    return sha256Of(path)
  } catch {
    return ''
  }
}
