import { defineCommand } from '../command.ts'
import { conclude } from '../stages/outcome.ts'

export const crawlCommand = defineCommand({
  name: 'crawl',
  summary: 'Copy a service into the cache: guides, categories, wikis, people, media.',
  options: ['crawl'],
  hasSmallHeap: true,
  run: async (config, signal) => conclude({ crawl: await (await import('../stages/crawl.ts')).crawl(config, signal) }, config),
  more: `
Set BENCHBOOK_TOKEN for a service that needs a token. An interrupted crawl continues
where it stopped; a site is only built from a finished crawl.

Examples:
  benchbook crawl --source https://www.ifixit.com --contact you@example.org
  benchbook crawl --source https://repair.example.com --media pictures
  BENCHBOOK_TOKEN=… benchbook crawl --source https://team.dozuki.com --concurrency 4

Exit codes: 0 success · 1 more failed than --max-failed allows,
              a list shrank too much, or a limit was reached
            2 wrong use or configuration · 130 interrupted`,
})

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Look at this machine and at the service, and forecast a first crawl.',
  options: ['crawl'],
  without: ['metrics'],
  run: async (config, signal) => (await import('../stages/doctor.ts')).doctor(config, signal),
  more: `
Nothing is copied. With --source it makes some hundred requests: it finds out how long
the lists are, and reads a sample of guides, wikis and pictures. The forecast is for a
first crawl with the same options; later ones ask only for what has changed.

Examples:
  benchbook doctor
  benchbook doctor --source https://www.ifixit.com --media pictures
  BENCHBOOK_TOKEN=… benchbook doctor --source https://team.dozuki.com
  benchbook doctor --json | jq .service.forecast

Exit codes: 0 success · 1 a problem was found
            2 wrong use or configuration · 130 interrupted`,
})

export const reportCommand = defineCommand({
  name: 'report',
  summary: 'Show what became of everything in the last finished crawl.',
  options: ['report'],
  run: async (config) => (await import('../stages/report.ts')).report(config),
  more: `
The report is Markdown; --json prints report.json, which has every entry.
docs/report.md explains the fields.

Examples:
  benchbook report
  benchbook report --json | jq .failures
  benchbook report --summary "$GITHUB_STEP_SUMMARY"

Exit codes: 0 success · 2 wrong use, or no report`,
})

export const cacheCommand = defineCommand({
  name: 'cache',
  summary: 'Push the cache to object storage, pull it, or prune what is not needed there.',
  options: ['cache'],
  word: { name: 'action', choices: ['push', 'pull', 'prune'] },
  async run(config, signal, _flags, [action]) {
    const { prune, pull, push } = await import('../stages/store.ts')
    return { push, pull, prune }[action as 'push' | 'pull' | 'prune'](config, signal)
  },
  more: `
Only what differs is sent or fetched. Keys and region are read from AWS_ACCESS_KEY_ID,
AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN and AWS_REGION. docs/storage.md says more.

Examples:
  benchbook cache push --store s3://copies/guides
  benchbook cache pull --store s3://copies/guides --cache content-cache
  benchbook cache prune --store s3://copies/guides --s3-endpoint https://s3.example.org

Exit codes: 0 success · 1 an object in the store is damaged
            2 wrong use, the store refuses, or somebody else has pushed
            130 interrupted`,
})
