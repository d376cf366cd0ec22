import { defineCommand } from '../command.ts'

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
