import { type BuildHooks, type BuildResult, buildSite } from '../../build.ts'
import type { BuildStage } from '../../build/stage-clock.ts'
import type { Config } from '../../config/options.ts'
import { changesFileOf } from '../../publish/changes-file.ts'
import { mediaFolderOf, hostsFolderOf } from '../../publish/folders-beside.ts'
import { hasFilesBeside } from '../../publish/hosts/hosts.ts'
import { publish } from '../../metrics/channels.ts'
import { PRODUCT } from '../../product.ts'
import { showLive } from '../terminal/live.ts'
import { damagedInWords, lostInWords, missingInWords, unreadableInWords } from '../terminal/unreadable.ts'
import { bytesInWords, countOf, numberInWords, percentOf, timeInWords } from '../terminal/words.ts'
import { outcomeOf, print } from './outcome.ts'

const DOING: Record<BuildStage, string> = {
  pages: 'Rendering pages',
  search: 'Indexing pages for the search',
  api: 'Writing files of the API',
  media: 'Placing media files',
  social: 'Drawing pictures for social networks',
  hosts: 'Compressing files',
}

export type BuildReport = Awaited<ReturnType<typeof build>>['report']

/** Builds the site, or merges the folders of shards, and reports the result with the numbers of changed files. */
export async function build(config: Config, signal: AbortSignal, shards: readonly string[] = []) {
  const start = performance.now()
  let line = (): string => 'Preparing the pages'
  const live = showLive({ line: () => line() }, config.quiet || config.json)
  const warnings: string[] = []
  const hooks: BuildHooks = {
    signal,
    onWarning: (warning) => warnings.push(warning),
    onProgress(progress) {
      const { stage, done, known } = progress
      publish('benchbook:build', progress)
      line = () => `${DOING[stage]}: ${numberInWords(done)}${known ? ` of ${numberInWords(known)}${percentOf(done, known)}` : ''}`
    },
  }
  const result = await buildSite(config, PRODUCT, hooks, shards).finally(live.stop)
  const ms = Math.round(performance.now() - start)
  const { mediaChanges, ...facts } = result
  const changes = numbersOf(result.changes)
  const report = { out: config.out, ...facts, ...(mediaChanges && { mediaChanges: numbersOf(mediaChanges) }), ms, warnings, changes }
  const stages = Object.entries(result.stagesMs)
    .filter(([, stageMs]) => stageMs >= 50)
    .map(([stage, stageMs]) => `${stage} ${timeInWords(stageMs)}`)
  const size = `${countOf(result.pages, 'page')} in ${countOf(result.files, 'file')}, ${bytesInWords(result.bytes)}`
  if (result.isUnchanged) {
    print([`Nothing has changed since the site was built (${size}): ${config.out}`], config)
    return outcomeOf(0, report)
  }
  const problems = [...unreadableInWords(result.unreadable), ...lostInWords(result.lost), ...damagedInWords(result.damaged)]
  const others = shards.length > 0 ? 'the others are those of the shards' : 'the others are as they were'
  const kept = result.keptPages > 0 ? [`Rendered ${numberInWords(result.pages - result.keptPages)} of them; ${others}.`] : []
  const beside = hasFilesBeside(config.target) ? [`What servers read is in ${hostsFolderOf(config.out)}.`] : []
  const explained = result.explained.map((reason) => `${config.explain}: ${reason}`)
  print(
    [
      ...warnings,
      `Built ${size}, in ${timeInWords(ms)} (${stages.join(', ')}): ${config.out}`,
      ...kept,
      ...changesInWords(result, config.out),
      ...mediaInWords(result, config),
      ...beside,
      ...explained,
      ...missingInWords(result.missingWords),
      ...problems,
    ],
    config,
  )
  return outcomeOf(problems.length, report)
}

const numbersOf = ({ added, changed, removed }: BuildResult['changes']) => ({
  added: added.length,
  changed: changed.length,
  removed: removed.length,
})

/** The media to upload elsewhere. */
function mediaInWords({ mediaChanges }: BuildResult, { out, mediaBase }: Config): string[] {
  if (!mediaChanges) return []
  const counts = countsInWords(mediaChanges)
  return [`Pictures, videos and documents are in ${mediaFolderOf(out)} (${counts}), to be uploaded to ${mediaBase} before the site.`]
}

/** Empty without a previous site. */
function changesInWords({ changes, changedBytes, files }: BuildResult, out: string): string[] {
  const { added, changed, removed } = numbersOf(changes)
  if (added === files && removed === 0) return []
  if (added + changed + removed === 0) return ['No file differs from the site before.']
  const upload = `${countsInWords(changes)}; ${bytesInWords(changedBytes)} to upload`
  return [`Files, against the site before: ${upload}. They are listed in ${changesFileOf(out)}.`]
}

const countsInWords = (changes: BuildResult['changes']): string =>
  Object.entries(numbersOf(changes))
    .map(([what, count]) => `${numberInWords(count)} ${what}`)
    .join(', ')
