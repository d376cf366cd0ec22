import { type BuildResult, type BuildStage, buildSite } from '../../src/build.ts'
import type { Config } from '../../src/config/knobs.ts'
import { PRODUCT } from '../product.ts'
import { showLive } from '../terminal/live.ts'
import { bytesInWords, countOf, numberInWords, timeInWords } from '../terminal/words.ts'
import { type Outcome, print } from './outcome.ts'

const DOING: Record<BuildStage, string> = {
  pages: 'Rendering pages',
  search: 'Indexing for the search',
  api: 'Writing files of the API',
  media: 'Placing media',
}

/** Builds the site and tells what it made. */
export async function build(
  config: Config,
  signal: AbortSignal,
): Promise<Outcome<BuildResult & { out: string; ms: number; warnings: string[] }>> {
  const start = performance.now()
  let line = 'Preparing the pages'
  const live = showLive({ block: () => [line], line: () => line }, config.quiet || config.json)
  const warnings: string[] = []
  const result = await buildSite(config, PRODUCT, {
    signal,
    onWarning: (warning) => warnings.push(warning),
    onProgress({ stage, done, known }) {
      line = `${DOING[stage]}: ${numberInWords(done)}${known === undefined ? '' : ` of ${numberInWords(known)}`}`
    },
  }).finally(live.stop)
  const ms = Math.round(performance.now() - start)
  const stages = Object.entries(result.stagesMs)
    .filter(([, stageMs]) => stageMs > 0)
    .map(([stage, stageMs]) => `${stage} ${timeInWords(stageMs)}`)
  const size = `${countOf(result.pages, 'page')} in ${countOf(result.files, 'file')}, ${bytesInWords(result.bytes)}`
  print([...warnings, `Built ${size}, in ${timeInWords(ms)} (${stages.join(', ')}): ${config.out}`], config)
  return { exitCode: 0, report: { out: config.out, ...result, ms, warnings } }
}
