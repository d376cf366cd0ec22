import { join } from 'node:path'
import type { Config } from '../../config/options.ts'
import { printGuides } from '../../library/print-guides.ts'
import { showLive } from '../terminal/live.ts'
import { bytesInWords, countOf, numberInWords, percentOf, timeInWords } from '../terminal/words.ts'
import { outcomeOf, print } from './outcome.ts'

/** Makes the files and reports the result. */
export async function pdf(config: Config, signal: AbortSignal) {
  const folder = config.outPdf
  const start = performance.now()
  let progress = { done: 0, known: 0 }
  const line = () => {
    const { done, known } = progress
    return known === 0
      ? 'Starting the browser'
      : `Making PDF files: ${numberInWords(done)} of ${numberInWords(known)}${percentOf(done, known)}`
  }
  const live = showLive({ line }, config.quiet || config.json)
  const result = await printGuides(config, { signal, onProgress: (now) => (progress = now) }).finally(live.stop)
  const ms = Math.round(performance.now() - start)
  const bytes = result.files.reduce((sum, file) => sum + file.bytes, 0)
  const lines = result.failed.map(({ name, reason }) => `${name} could not be made: ${reason}`)
  const [first, second] = result.files
  const place = first && !second ? join(folder, first.name) : folder
  print([...lines, `Made ${countOf(result.files.length, 'file')}, ${bytesInWords(bytes)}, in ${timeInWords(ms)}: ${place}`], config)
  return outcomeOf(result.failed.length, { folder, ...result, ms })
}
