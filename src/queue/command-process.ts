import { subscribe } from 'node:diagnostics_channel'
import { pathToFileURL } from 'node:url'

/** Runs a command of Benchbook for a worker: sends it the line of running work, and is interrupted when the worker has gone. */
const [program = '', ...words] = process.argv.slice(2)
process.argv.splice(1, Infinity, program, ...words)
process.on('disconnect', () => process.kill(process.pid, 'SIGINT')).channel?.unref()
subscribe('benchbook:line', (line) => {
  if (process.connected) process.send?.(line, () => undefined)
})
await import(pathToFileURL(program).href)
