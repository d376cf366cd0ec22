/** The compiled program's replica of a cache, in its own process: `replica.mjs CACHE`. Says its address, then at each question its peak memory in bytes. */
const program = (path) => import(new URL(`../../lib/${path}.js`, import.meta.url).href)
await program('scripts/small-heap')
const { openCache } = await program('src/cache/reader')
const { startService } = await program('src/replica/http/server')

const { url } = await startService(await openCache(process.argv[2] ?? ''))
process.on('message', () => process.send(process.resourceUsage().maxRSS * 1024))
process.send(url)
