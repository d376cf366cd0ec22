import { execFileSync } from 'node:child_process'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { signerOf } from '../../src/bundle/sign.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { whyNo } from '../tools.ts'

const whyNoMinisign = whyNo('minisign')
const whyNoSsh = whyNo('ssh-keygen')
for (const why of [whyNoMinisign, whyNoSsh]) if (why) console.warn(`Skipped: ${why}.`)

/** A folder with a bundle in it. */
async function folderWithBundle(): Promise<{ folder: string; path: string }> {
  const folder = await temporaryFolder()
  const path = join(folder, 'guides.zip')
  await writeFile(path, 'a bundle')
  return { folder, path }
}

describe.skipIf(whyNoMinisign)('with a key of minisign', () => {
  const minisign = (folder: string, ...args: string[]): string =>
    execFileSync('minisign', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

  test.for([
    ['as it makes them', []],
    ['with a comment of its own', ['-c', 'Workshop']],
  ] as const)('%s, minisign verifies the signature until a byte changes', async ([, comment]) => {
    const { folder, path } = await folderWithBundle()
    minisign(folder, '-G', '-W', '-p', 'key.pub', '-s', 'key', ...comment)
    expect(await signerOf(join(folder, 'key'))(path)).toBe(`${path}.minisig`)
    const verify = () => minisign(folder, '-V', '-p', 'key.pub', '-m', 'guides.zip')
    expect(verify()).toContain('Signature and comment signature verified')
    await appendFile(path, '.')
    expect(verify).toThrow('Signature verification failed')
  })

  test('a public key and a secret key of an unknown format are refused at once', async () => {
    const folder = await temporaryFolder()
    minisign(folder, '-G', '-W', '-p', 'key.pub', '-s', 'key')
    expect(() => signerOf(join(folder, 'key.pub'))).toThrow(expect.objectContaining({ code: 'ERR_SIGNATURE', exitCode: 2 }) as Error)
    await writeFile(join(folder, 'other'), (await readFile(join(folder, 'key'), 'utf8')).replace('RWQ', 'RWA'))
    expect(() => signerOf(join(folder, 'other'))).toThrow('is no secret key of minisign or ssh-keygen')
  })
})
