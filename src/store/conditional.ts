import type { StoreClient } from './client.ts'
import { drained } from './body.ts'

const PROBE_KEY = 'probe'

/** True if the store honours conditions on PUT, by a test request: some answer 501, others silently overwrite. */
export async function honoursConditions(store: StoreClient): Promise<boolean> {
  const put = async (headers: Record<string, string>): Promise<number> =>
    (await store.ask('PUT', PROBE_KEY, { body: new TextEncoder().encode('probe'), headers, taken: [400, 404, 409, 412, 501] }, drained))
      .status
  const first = await put({ 'If-None-Match': '*' })
  if (first !== 200 && first !== 412) return false
  return (await put({ 'If-None-Match': '*' })) === 412 && (await put({ 'If-Match': '"00000000000000000000000000000000"' })) === 412
}
