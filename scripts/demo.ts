import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { serveSite } from '../src/publish/serve.ts'
import { openCache } from '../src/cache/reader.ts'
import { readConfig } from '../src/config.ts'
import { startService } from '../src/replica/http/server.ts'
import { exitCodeOf } from './exit-code.ts'
import { newCommand } from './new-command.ts'
import { interruptSignal } from './interrupt.ts'
import { build } from './stages/build.ts'
import { check } from './stages/check.ts'
import { crawl } from './stages/crawl.ts'
import { crawlInWords } from './terminal/crawl.ts'

const LICENCE = { licence: 'CC BY-SA 4.0', licenceUrl: 'https://creativecommons.org/licenses/by-sa/4.0/' }
const SITE = { ...LICENCE, name: 'The Mendery', lang: 'all', extra: 'all' }
const folder = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

async function demo(serve: boolean): Promise<number> {
  const signal = interruptSignal()
  await rm(folder('.demo'), { recursive: true, force: true })
  const service = await startService(await openCache(folder('sample')), { playsService: true })
  // No environment: the demo is the same for everybody, and no variable leads it into somebody's own folders.
  const config = readConfig({ ...SITE, source: service.api, cache: folder('.demo/content-cache'), out: folder('.demo/dist') }, {})
  const crawled = await crawl({ ...config, quiet: true }, signal).finally(service.close)
  console.log(crawlInWords(crawled.report).join('\n'))
  await build(config, signal)
  const { exitCode } = await check(config, signal)
  if (!serve || exitCode !== 0) return exitCode
  const serving = await serveSite(config.out, { base: config.base, port: config.port, orNextPort: true })
  console.log(`Open ${serving.url} (Ctrl+C stops it)`)
  await once(signal, 'abort').finally(() => serving.close())
  return 0
}

process.exitCode = await exitCodeOf(async () => {
  const { serve } = newCommand('npm run demo --').option('--no-serve', 'End before serving.').parse().opts<{ serve: boolean }>()
  return demo(serve)
})
