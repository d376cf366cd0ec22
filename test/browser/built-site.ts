import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveSite } from '../../src/publish/serve.ts'
import { benchbook } from '../benchbook.ts'
import { writeCache } from '../cache/small-cache.ts'

/** Builds the site of a small cache as a person does, and serves it until `close`. */
export async function buildAndServe(cached: Parameters<typeof writeCache>[1]) {
  const home = await mkdtemp(join(tmpdir(), 'benchbook-site-'))
  const [cache, out] = [join(home, 'cache'), join(home, 'dist')]
  await writeCache(cache, cached)
  const { code, stdout, stderr } = await benchbook(['build', '--cache', cache, '--out', out])
  if (code !== 0) throw new Error(`The site could not be built (exit code ${code ?? 'none'}):\n${stdout}${stderr}`)
  const serving = await serveSite(out, { base: '/', port: 0 })
  const close = async () => {
    serving.close()
    await rm(home, { recursive: true, force: true })
  }
  return { url: serving.url, cache, out, close }
}
