import { run } from './run.ts'

// A reader such as "head" may go before all is written.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2))
process.exitCode = await run(process.argv.slice(2))
