import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OpenIndex } from '../../src/search/page/engine/indexes.ts'
import { indexAt } from '../../src/search/page/engine/load-pagefind.ts'
import type { PagefindFactory } from '../../src/search/pagefind-api.ts'

/** Opens the indexes of a site in a folder: Node cannot import the program from the server. */
export const openIn =
  (folder: string): OpenIndex =>
  async (place) => {
    const { href } = pathToFileURL(join(folder, 'pagefind/pagefind.js'))
    const { default: program } = (await import(href)) as { default: PagefindFactory }
    return indexAt({ ...place, lang: 'und' }, program)
  }
