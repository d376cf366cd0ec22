// Builds the documentation as a site, by Benchbook itself, and the demo's pages beside it: `npm run docs:site -- --base /benchbook/`.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../src/installation.ts'
import { build, check, type Options } from '../src/library/library.ts'
import { writeDocs } from './docs/site/write-cache.ts'
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
  const [cache, out, demo] = [join(folder, 'content-cache'), join(folder, 'site'), join(folder, 'demo')]
  rmSync(folder, { recursive: true, force: true })
  await writeDocs(cache)
  const sites: Options[] = [
    { cache, out, base, site, name: 'Benchbook' },
    { cache: join(ROOT, 'sample'), out: demo, base: `${base.replace(/\/$/, '')}/demo/`, site, name: 'The Mendery' },
  ]
  let findings = 0
  for (const options of sites) {
    await build(options, { signal: interruptSignal() })
    const checked = await check(options)
    findings += checked.findings.length
    for (const { kind, what, pages } of checked.findings) console.error(`${kind} ${what}: ${pages[0] ?? ''}`)
  }
  cpSync(demo, join(out, 'demo'), { recursive: true })
  if (findings === 0) console.log(`The documentation is in ${out}, with the demo in its folder demo.`)
  return findings === 0 ? 0 : 1
})
