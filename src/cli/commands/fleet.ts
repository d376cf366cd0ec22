import { defineCommand } from '../command.ts'

export const fleetCommand = defineCommand({
  name: 'fleet',
  summary: 'Give the services of a fleet to the workers of a queue.',
  options: ['fleet'],
  run: async (config, _signal, flags, [path = '']) => (await import('../stages/fleet.ts')).fleet(config, path, flags.now === true),
  more: `
The file describes the services: what to copy, where to keep it, and when. It takes
the place of the fleet that the queue had before. docs/scale.md explains it.

Examples:
  benchbook fleet fleet.json --queue redis://127.0.0.1:6379
  benchbook fleet fleet.json --now --queue postgres://benchbook@db/benchbook

Exit codes: 0 success · 2 wrong use, or the queue cannot be used`,
})
  .usage('<file> [options]')
  .argument('<file>', 'The description of the fleet, in JSON.')
  .option('--now', 'Also run a night of each service at once.')

export const workerCommand = defineCommand({
  name: 'worker',
  summary: 'Do the jobs of a queue: crawl, build and check the services of a fleet.',
  options: ['worker'],
  run: async (config, signal) => (await import('../stages/fleet.ts')).worker(config, signal),
  more: `
Any number of workers can run on any machine. Each does one job at a time, in a process of
its own, and needs a --work of its own: copies of caches and sites, which save time and may
be deleted. Keys of the store are read as by "benchbook cache"; the token of a service is
read from FLEET_TOKEN_NAME. Ctrl+C gives the job in progress back.

Examples:
  benchbook worker --queue redis://127.0.0.1:6379
  FLEET_TOKEN_TEAM=… benchbook worker --queue rediss://:password@queue.example.org

Exit codes: 2 wrong use, no keys, the queue cannot be used, or another version
            130 interrupted`,
})

export const statusCommand = defineCommand({
  name: 'status',
  summary: 'Show the services and workers of a fleet.',
  options: ['status'],
  run: async (config, signal) => (await import('../stages/fleet.ts')).status(config, signal),
  more: `
In a terminal it is live until Ctrl+C. With --json, or into a file, it is shown once.

Examples:
  benchbook status --queue redis://127.0.0.1:6379
  benchbook status --json | jq '.services[] | select(.last.state != "ok")'

Exit codes: 0 success · 1 the last night of a service failed
            2 wrong use, or the queue cannot be used`,
})
