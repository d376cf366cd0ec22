import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow } from '../../../src/disk/files-below.ts'
import { INDEX_FOLDER } from '../../../src/search/index-list.ts'
import { makeIndex } from '../../../src/search/index/index-site.ts'
import { madeDocuments } from './made-documents.ts'

/** Makes the search index of a generated site, in a child process: `index-made.ts FOLDER GUIDES`. */
const [folder = '', guides] = process.argv.slice(2)
const { known, pages } = await makeIndex(madeDocuments(Number(guides)), folder)
const sizes = await Array.fromAsync(filesBelow(folder, INDEX_FOLDER), async (file) => (await stat(join(folder, file))).size)
const bytes = sizes.reduce((sum, size) => sum + size, 0)
console.log(JSON.stringify({ pages: pages.length, shards: known.entries.length, bytes }))
