import { indexSite } from '../../../src/search/index/index-site.ts'
import { madeDocuments } from './made-documents.ts'

/** Makes the search index of a generated site, in a child process: `index-made.ts FOLDER GUIDES`. */
const [folder = '', guides] = process.argv.slice(2)
console.log(JSON.stringify(await indexSite(madeDocuments(Number(guides)), folder)))
