import '../small-heap.ts'
import { openCache } from '../../src/cache/reader.ts'
import { startService } from '../../src/replica/http/server.ts'

/** The replica of a cache, in its own process: `replica.ts CACHE`. Says its address, then at each question its peak memory in bytes. */
const { url } = await startService(await openCache(process.argv[2] ?? ''))
process.on('message', () => process.send?.(process.resourceUsage().maxRSS * 1024))
process.send?.(url)
