import { join, resolve } from 'node:path'
import { userCwd } from '../src/config.ts'
import { exitCodeOf } from '../src/cli/exit-code.ts'
import { newCommand } from '../src/cli/new-command.ts'
import { UsageError } from '../src/errors.ts'
import { ROOT } from '../src/installation.ts'
import { readMarker } from '../src/publish/marker.ts'
import { serveSite } from '../src/publish/serve.ts'
import { askAll } from './search-quality/ask.ts'
import { AIM, missLines, reachesAim, scoreLines, scoresOf } from './search-quality/score.ts'
import { readQuestions } from './search-quality/table.ts'

process.exitCode = await exitCodeOf(async () => {
  const { site, queries } = newCommand('npm run search-quality --')
    .description(
      'Asks the search of a built site a table of queries: how often is a right page first (hit@1), or among the first three (hit@3)?',
    )
    .option('--site <DIR>', 'The built site; what "npm run demo" built unless named.')
    .option('--queries <FILE>', 'The table, such as test/search/queries.json, which is for the sample.')
    .addHelpText('after', `\nExit codes: 0 hit@1 is ${AIM.hit1} and hit@3 ${AIM.hit3} or more · 1 less · 2 wrong use`)
    .parse()
    .opts<{ site?: string; queries?: string }>()
  const from = (named: string | undefined, ours: string) => (named ? resolve(userCwd(), named) : join(ROOT, ours))
  return searchQuality(from(site, '.demo/dist'), from(queries, 'test/search/queries.json'))
})

/**
 * Runs the queries of a file in the search of the site in `folder`, and prints scores and misses. Returns 1 if the required scores are
 * missed.
 */
async function searchQuality(folder: string, queries: string): Promise<0 | 1> {
  const marker = await readMarker(folder)
  if (!marker)
    throw new UsageError(`There is no site of Benchbook in ${folder}. Run "npm run demo -- --no-serve" first, or name one with --site.`)
  const questions = await readQuestions(queries, folder)
  const site = await serveSite(folder, { base: marker.base, port: 0 })
  const answered = await askAll({ folder, url: site.url }, questions).finally(() => site.close())
  for (const line of [...scoreLines(answered), '', ...missLines(answered)]) console.log(line)
  return reachesAim(scoresOf(answered)) ? 0 : 1
}
