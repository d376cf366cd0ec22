import { flagOf } from '../../src/config.ts'
import type { Config } from '../../src/config/options.ts'
import { UsageError } from '../../src/errors.ts'
import { placeOf } from '../../src/queue/redis.ts'
import { readStatus } from '../../src/queue/status.ts'
import { statusInWords } from '../terminal/status.ts'
import { conclude, print } from './outcome.ts'

/** Shows the shared crawls under way. */
export async function status(config: Config): Promise<number> {
  if (!config.queue)
    throw new UsageError(`No Redis is named. Add ${flagOf('queue')} with its address, such as ${flagOf('queue')} redis://localhost.`, {
      code: 'ERR_OPTION',
      option: 'queue',
    })
  const crawls = await readStatus(config.queue, config.source, (sentence) => console.error(`benchbook: ${sentence}`))
  if (crawls.length === 0) print([`No shared crawl is under way at ${placeOf(config.queue)}.`], config)
  for (const crawl of crawls) print(statusInWords(crawl, Date.now()), config)
  return conclude({ status: { exitCode: 0, report: { crawls } } }, config)
}
