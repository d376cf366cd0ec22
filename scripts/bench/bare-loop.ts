import { Agent, request } from 'undici'
import { measure } from './figures.ts'

/** The yardstick: asks for the same guides and pictures with undici and nothing else: `bare-loop.ts URL GUIDES PICTURES IN_FLIGHT`. */
const [base = '', ...numbers] = process.argv.slice(2)
const [guides = 0, pictures = 0, inFlight = 1] = numbers.map(Number)

await measure(async () => {
  const dispatcher = new Agent({ connections: inFlight })
  let next = 0
  const addressOf = (index: number) => (index < guides ? `${base}/api/2.0/guides/${index + 1}` : `${base}/media/${index - guides}.standard`)
  const member = async () => {
    while (next < guides + pictures) await (await request(addressOf(next++), { dispatcher })).body.bytes()
  }
  await Promise.all(Array.from({ length: inFlight }, member))
  await dispatcher.close()
  return next
})
