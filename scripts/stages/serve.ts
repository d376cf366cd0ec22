import { once } from 'node:events'
import { readMarker } from '../../src/bundle/marker.ts'
import { serveSite } from '../../src/bundle/serve.ts'
import type { Config } from '../../src/config/knobs.ts'
import { UsageError } from '../../src/errors.ts'
import { latestListener } from '../../src/service/latest.ts'
import { API_PATH } from '../../src/service/listener.ts'

/** Serves a built site, and with `--api` its cache, until it is interrupted. */
export async function serve({ cache, out, port, api }: Config, signal: AbortSignal): Promise<0> {
  const marker = await readMarker(out)
  if (!marker)
    throw new UsageError(`There is no site of Benchbook in ${out}. Run "benchbook build" first, or name the right folder with --out.`)
  let origin = ''
  const service = api ? await latestListener(cache, { origin: () => origin }) : undefined
  const serving = await serveSite(out, { base: marker.base, port, ...(service && { api: service }) })
  origin = serving.origin
  console.log(`Serving ${out} at ${serving.url} (Ctrl+C stops it)`)
  if (api) console.log(`Serving ${cache} at ${origin}${API_PATH}`)
  await once(signal, 'abort')
  serving.close()
  return 0
}
