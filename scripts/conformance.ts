import { baseOf } from '../src/crawl/endpoints.ts'
import { readConfig } from '../src/config.ts'
import { UsageError } from '../src/errors.ts'
import { Peer } from './conformance/peer.ts'
import { conformance, type Result } from './conformance/run.ts'
import { exitCodeOf } from './exit-code.ts'
import { newCommand } from './new-command.ts'
import { userAgent } from '../src/product.ts'

const SIGNS = { kept: 'ok       ', broken: 'FAIL     ', 'not shown': 'not shown' } as const

const lineOf = ({ name, outcome, detail }: Result) => `${SIGNS[outcome]}  ${name}${detail && `: ${detail}`}`

process.exitCode = await exitCodeOf(async () => {
  const flags = newCommand('npm run conformance --')
    .usage('--source URL')
    .description('Asks a service what clients of Content API 2.0 ask, and says which laws it keeps. It only reads.')
    .option('--source <URL>', 'The address of the site, or of its API (…/api/2.0).')
    .option('--contact <TEXT>', 'An address or page where the operator can reach you; it is sent in the User-Agent.')
    .addHelpText(
      'after',
      '\nBENCHBOOK_TOKEN is sent where a law is about what a token opens.\nExit codes: 0 all laws are kept · 1 one is broken · 2 wrong use',
    )
    .parse()
    .opts<{ source?: string; contact?: string }>()
  const { source, contact, token } = readConfig(flags)
  if (!source) throw new UsageError('No service is named. Add --source with its address, such as --source http://localhost:4321.')
  const counts = { kept: 0, broken: 0, 'not shown': 0 }
  for await (const result of conformance(new Peer(baseOf(source), userAgent(contact), token))) {
    counts[result.outcome]++
    console.log(lineOf(result))
  }
  console.log(`${counts.kept} laws are kept, ${counts.broken} broken, ${counts['not shown']} not shown.`)
  return counts.broken > 0 ? 1 : 0
})
