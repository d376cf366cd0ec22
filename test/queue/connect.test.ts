import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { connectRedis } from '../../src/queue/redis.ts'
import { CERTIFICATE, KEY } from '../crawl/self-signed.ts'
import { startRedis, whyNoRedis } from './redis.ts'

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const refusal = async (url: string): Promise<string> => {
  const redis = connectRedis(url, () => undefined, 1000)
  await expect(redis).rejects.toMatchObject({ code: 'ERR_QUEUE', exitCode: 2, facts: { option: 'queue' } })
  return redis.then(
    () => '',
    (error: unknown) => (error as Error).message,
  )
}

const NO_TLS = 'The server did not answer TLS. If it speaks none, name it as redis:// with `queue`;'
const ONLY_TLS = 'as one that speaks only TLS does: name it as rediss:// with `queue`'

test.skipIf(whyNoRedis())('rediss:// to a Redis without TLS is told so', async () => {
  const redis = await startRedis({ appendOnly: false })
  onTestFinished(() => redis.stop())
  expect(await refusal(redis.url.replace('redis:', 'rediss:').replace('//', '//user:secret@'))).toContain(NO_TLS)
})

test('rediss:// to a server that breaks off is told so', async () => {
  const port = await portOf(createServer((socket) => socket.on('data', () => socket.resetAndDestroy())))
  expect(await refusal(`rediss://127.0.0.1:${port}`)).toContain(NO_TLS)
})

test.each([
  ['closes', '', createTlsServer({ cert: CERTIFICATE, key: KEY })],
  ['closes, with a password', 'user:secret@', createTlsServer({ cert: CERTIFICATE, key: KEY })],
  ['breaks off', '', createServer((socket) => socket.on('data', () => socket.resetAndDestroy()))],
])('redis:// to a port for TLS that %s is told so', async (_, user, server) => {
  const said = await refusal(`redis://${user}127.0.0.1:${await portOf(server)}`)
  expect(said).toContain(ONLY_TLS)
  expect(said).not.toContain('secret')
})

test('a certificate that nobody vouches for is told, with what to do', async () => {
  const said = await refusal(`rediss://127.0.0.1:${await portOf(createTlsServer({ cert: CERTIFICATE, key: KEY }))}`)
  expect(said).toContain('DEPTH_ZERO_SELF_SIGNED_CERT')
  expect(said).toContain('NODE_EXTRA_CA_CERTS')
})

test('what refuses connections is told to be started', async () => {
  expect(await refusal('redis://127.0.0.1:9')).toMatch(/ECONNREFUSED.*Start it, or name another one/)
})
