import { Option } from 'commander'
import { exitCodeOf } from './exit-code.ts'
import { newCommand } from './new-command.ts'
import { buildCommand } from './commands/build.ts'
import { checkCommand } from './commands/check.ts'
import { crawlCommand } from './commands/crawl.ts'
import { exportCommand } from './commands/export.ts'
import { pdfCommand } from './commands/pdf.ts'
import { reportCommand } from './commands/report.ts'
import { serveCommand } from './commands/serve.ts'
import { HELP_END } from './help.ts'
import { VERSION } from './product.ts'

const program = newCommand('benchbook')
  .usage('<command> [options]')
  .description('Turns a repair-guide service (Content API 2.0: iFixit, Dozuki) into a fast, searchable static site.')
  .version(VERSION, '-V, --version', 'Show the version.')
  .addHelpOption(new Option('-h, --help', 'Show this help, or that of a command.'))
  .helpCommand(false)
  .configureHelp({ subcommandTerm: (command) => command.name() })
  .addHelpText('after', HELP_END)
const commands = [crawlCommand, buildCommand, exportCommand, checkCommand, reportCommand, serveCommand, pdfCommand]
for (const command of commands) program.addCommand(command)

// A reader such as "head" may go before all is written.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2))
const words = process.argv.slice(2)
process.exitCode = await exitCodeOf(
  async () => {
    await program.parseAsync(words.length > 0 ? words : ['--help'], { from: 'user' })
    return Number(process.exitCode ?? 0)
  },
  () => ({ debug: words.includes('--debug'), json: words.includes('--json') }),
)
