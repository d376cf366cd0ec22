import { servePreview, type Loaded } from '../../preview/serve-preview.ts'
import { inFlags, jsonInFlags } from '../terminal/flags.ts'
import { countOf } from '../terminal/words.ts'
import { tellError } from './outcome.ts'

/** Shows the site of a cache, updated on changes of its brand, words, pages and configuration, until it is interrupted. */
export async function dev(load: () => Promise<Loaded>, { json, signal }: { json: boolean; signal: AbortSignal }): Promise<0> {
  let isFirst = true
  await servePreview(load, {
    signal,
    onShown: ({ url, pages, tookMs }) => {
      if (json) console.log(jsonInFlags({ url, pages, tookMs }))
      else console.log(isFirst ? `A preview of ${countOf(pages, 'page')} is at ${url} (Ctrl+C stops it)` : `Updated after ${tookMs} ms`)
      isFirst = false
    },
    onWarning: (warning) => console.error(`benchbook: ${inFlags(warning)}`),
    onFault: tellError,
  })
  return 0
}
