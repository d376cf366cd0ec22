import { run } from './run.ts'

// A reader such as "head" may close the pipe early: the command continues, and ends with its own exit code.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exit(2)
})
// The command also continues without a reader of stderr.
process.stderr.on('error', () => undefined)
process.exitCode = await run(process.argv.slice(2))
