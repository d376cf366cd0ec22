/** What a search page does with a query, but for drawing the results. */
export { openEngine } from '../../src/search/page/engine/engine.ts'
export { suggest } from '../../src/search/page/suggest.ts'
export { openIn } from '../../test/search/open-in.ts'
