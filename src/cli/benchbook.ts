import { run } from './run.ts'

// A reader such as "head" may go before all is written: the work goes on, and ends with its own code.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exit(2)
})
// So it does without who reads what is told of it.
process.stderr.on('error', () => undefined)
process.exitCode = await run(process.argv.slice(2))
