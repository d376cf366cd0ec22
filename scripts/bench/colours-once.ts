import { colourPictures } from '../../src/colours/colour-pictures.ts'
import '../small-heap.ts'
import { measure } from './figures.ts'

/** One look at all pictures of a cache that are new: `colours-once.ts CACHE`. */
const [cache = ''] = process.argv.slice(2)
await measure(async () => {
  const { coloured, transparent, large, unreadable } = await colourPictures(cache, { signal: new AbortController().signal })
  if (transparent + large + unreadable > 0) throw new Error(`${transparent + large + unreadable} pictures had no colour.`)
  return coloured
})
