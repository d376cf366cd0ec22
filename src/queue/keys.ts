import { hash } from 'node:crypto'
import { baseOf } from '../crawl/endpoints.ts'

/** What all names in Redis begin with. */
export const PREFIX = 'benchbook'
/** The set of the crawls that are known. */
export const CRAWLS_KEY = `${PREFIX}:crawls`

/** Names the crawl of a source, at whatever address it was given. */
export const crawlName = (source: string): string => hash('sha256', baseOf(source)).slice(0, 12)

/** The keys of one crawl. */
export const keysOf = (name: string) =>
  ({
    run: `${PREFIX}:${name}:run`,
    lease: `${PREFIX}:${name}:lease`,
    leader: `${PREFIX}:${name}:leader`,
    workers: `${PREFIX}:${name}:workers`,
    progress: `${PREFIX}:${name}:progress`,
    worker: (id: string) => `${PREFIX}:${name}:worker:${id}`,
    end: (run: string) => `${PREFIX}:${name}:end:${run}`,
  }) as const
