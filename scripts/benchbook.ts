import { run } from './run.ts'

// A reader such as "head" may go before all is written.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2))
// Who reads what is told of the work may go too: the work goes on.
process.stderr.on('error', () => undefined)
process.exitCode = await run(process.argv.slice(2))
