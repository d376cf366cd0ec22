import { checkSite, type CheckResult } from '../../src/bundle/check.ts'
import { readMarker } from '../../src/bundle/marker.ts'
import type { Config } from '../../src/config/knobs.ts'
import { UsageError } from '../../src/errors.ts'
import { findingsInWords } from '../terminal/findings.ts'
import { showLive } from '../terminal/live.ts'
import { countOf, numberInWords, timeInWords } from '../terminal/words.ts'
import { type Outcome, print } from './outcome.ts'

/** Checks a built site and tells what was found. */
export async function check(config: Config, signal: AbortSignal): Promise<Outcome<CheckResult & { ms: number }>> {
  const marker = await readMarker(config.out)
  if (!marker)
    throw new UsageError(
      `There is no site of Benchbook in ${config.out}. Run "benchbook build" first, or name the right folder with --out.`,
    )
  const start = performance.now()
  let seen = { done: 0, known: 0 }
  const line = () => `Checking: ${numberInWords(seen.done)} of ${countOf(seen.known, 'file')}`
  const live = showLive({ block: () => [line()], line }, config.quiet || config.json)
  const options = { ...marker, machinePaths: [`${config.out}.building`], signal, onProgress: (progress: typeof seen) => (seen = progress) }
  const result = await checkSite(config.out, options).finally(live.stop)
  const ms = Math.round(performance.now() - start)
  const looked = `Checked ${countOf(result.pages, 'page')} with ${countOf(result.references, 'internal link')} in ${timeInWords(ms)}`
  print(result.findings.length > 0 ? [`${looked}, and found:`, ...findingsInWords(result.findings)] : [`${looked}: all well.`], config)
  return { exitCode: result.findings.length > 0 ? 1 : 0, report: { ...result, ms } }
}
