import { colourPictures } from '../../src/colours/colour-pictures.ts'
import type { Config } from '../../src/config/options.ts'
import { InterruptedError, isOurs, sentence } from '../../src/errors.ts'
import type { ColoursReport } from '../terminal/colours.ts'
import { showLive } from '../terminal/live.ts'
import { numberInWords } from '../terminal/words.ts'

/**
 * Finds the colours of the pictures that a crawl has brought. Where the cache does not take them, there are none and a warning: a site
 * does without.
 */
export async function findColours(config: Config, signal: AbortSignal): Promise<{ colours?: ColoursReport; warnings: string[] }> {
  const start = performance.now()
  const warnings: string[] = []
  let [done, known] = [0, 0]
  const line = () => `Colours: ${numberInWords(done)} of ${numberInWords(known)} new pictures`
  const live = showLive({ block: () => (done < known ? [line()] : []), line }, config.quiet || config.json)
  const onProgress = (...now: [number, number]) => ([done, known] = now)
  const onWarning = (warning: string) => {
    warnings.push(warning)
    live.note(`Note: ${warning}`)
  }
  try {
    const found = await colourPictures(config.cache, { signal, onProgress, onWarning })
    return { colours: { ...found, ms: Math.round(performance.now() - start) }, warnings }
  } catch (error) {
    if (!isOurs(error) || error instanceof InterruptedError) throw error
    onWarning(`The colours of new pictures were not found out, so their places stay neutral: ${sentence(error)}`)
    return { warnings }
  } finally {
    live.stop()
  }
}
