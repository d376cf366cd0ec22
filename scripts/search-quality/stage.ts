import { readMarker } from '../../src/publish/marker.ts'
import { serveSite } from '../../src/publish/serve.ts'
import { UsageError } from '../../src/errors.ts'
import { askAll } from './ask.ts'
import { missLines, reachesAim, scoreLines, scoresOf } from './score.ts'
import { readQuestions } from './table.ts'

/**
 * Runs the queries of a file in the search of the site in `folder`, and prints scores and misses. Returns 1 if the required scores are
 * missed.
 */
export async function searchQuality(folder: string, queries: string): Promise<0 | 1> {
  const marker = await readMarker(folder)
  if (!marker)
    throw new UsageError(`There is no site of Benchbook in ${folder}. Run "npm run demo -- --no-serve" first, or name one with --site.`)
  const questions = await readQuestions(queries, folder)
  const site = await serveSite(folder, { base: marker.base, port: 0 })
  const answered = await askAll({ folder, url: site.url }, questions).finally(() => site.close())
  for (const line of [...scoreLines(answered), '', ...missLines(answered)]) console.log(line)
  return reachesAim(scoresOf(answered)) ? 0 : 1
}
