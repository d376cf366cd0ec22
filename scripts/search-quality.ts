import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { userCwd } from '../src/config.ts'
import { exitCodeOf } from '../src/cli/exit-code.ts'
import { newCommand } from '../src/cli/new-command.ts'
import { AIM } from './search-quality/score.ts'
import { searchQuality } from './search-quality/stage.ts'

const ours = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const named = (path: string): string => resolve(userCwd(), path)

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
  return searchQuality(site ? named(site) : ours('.demo/dist'), queries ? named(queries) : ours('test/search/queries.json'))
})
