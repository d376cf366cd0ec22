// Builds the documentation as a site, by Benchbook itself, and the demo's pages beside it: `npm run docs:site -- --base /benchbook/`.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../src/installation.ts'
import { buildDocsSite } from './docs/site/build-site.ts'
import { exitCodeOf } from './exit-code.ts'
import { interruptSignal } from './interrupt.ts'
import { newCommand } from './new-command.ts'

process.exitCode = await exitCodeOf(async () => {
  const { base, site } = newCommand('npm run docs:site --')
    .option('--base <PATH>', 'The path below which the documentation stands.', '/')
    .option('--site <URL>', 'Its public address.', '')
    .parse()
    .opts<{ base: string; site: string }>()
  const folder = join(ROOT, '.docs')
  rmSync(folder, { recursive: true, force: true })
  const { out, findings } = await buildDocsSite(folder, { base, site, signal: interruptSignal() })
  for (const { kind, what, pages } of findings) console.error(`${kind} ${what}: ${pages[0] ?? ''}`)
  if (findings.length === 0)
    console.log(`The documentation is in ${out}, with the demo in its folder demo. To look at it: npm run serve -- --out .docs/site`)
  return findings.length === 0 ? 0 : 1
})
