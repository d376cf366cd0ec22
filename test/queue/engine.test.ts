import { expect, test } from 'vitest'
import { openEngine } from '../../src/queue/engine.ts'
import { freePort } from '../tools.ts'

test.each(['redis', 'postgres'])('a %s that does not answer is named, without its password', async (protocol) => {
  const place = `127.0.0.1:${await freePort()}/1`
  const opening = openEngine(`${protocol}://me:secret@${place}`, () => undefined)
  await expect(opening).rejects.toMatchObject({
    code: 'ERR_QUEUE',
    exitCode: 2,
    facts: { option: 'queue' },
    message: expect.stringContaining(`${protocol}://${place} cannot be used as a queue: `) as string,
  })
  await expect(opening).rejects.not.toThrow('secret')
})
