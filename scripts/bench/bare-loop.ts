import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { measure } from './figures.ts'

/**
 * The baseline: requests the same guides and pictures with undici alone, and with FOLDER also writes each response to a file in the
 * simplest way: `bare-loop.ts URL GUIDES PICTURES IN_FLIGHT [FOLDER]`.
 */
const [base = '', guides, pictures, inFlight, folder] = process.argv.slice(2)
const own = folder && (await mkdtemp(join(folder, 'bare-')))
const FOLDERS = 256

await measure(async () => {
  const dispatcher = new Agent({ connections: Number(inFlight) })
  if (own) for (let at = 0; at < FOLDERS; at++) mkdirSync(join(own, String(at)))
  let next = 0
  const addressOf = (index: number) =>
    index < Number(guides) ? `${base}/api/2.0/guides/${index + 1}` : `${base}/media/${index - Number(guides)}.standard`
  const member = async () => {
    while (next < Number(guides) + Number(pictures)) {
      const index = next++
      const bytes = await (await request(addressOf(index), { dispatcher })).body.bytes()
      if (own) writeFileSync(join(own, String(index % FOLDERS), String(index)), bytes)
    }
  }
  await Promise.all(Array.from({ length: Number(inFlight) }, member))
  await dispatcher.close()
  return next
})
