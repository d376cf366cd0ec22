import { indexSite } from '../../../src/search/index/index-site.ts'
import { madeDocuments } from './made-documents.ts'

/** Makes the search index of a made-up site, in a process of its own: `index-made.ts FOLDER GUIDES`. */
const [folder = '', guides] = process.argv.slice(2)
console.log(JSON.stringify(await indexSite(madeDocuments(Number(guides)), folder)))
