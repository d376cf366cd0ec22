import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { refuseFullDisk } from '../src/disk/free-space.ts'
import { CacheError, explainSystem, InterruptedError, RequestError, sentence, SystemError, UsageError } from '../src/errors.ts'
import { ERROR_CODES } from '../src/errors/codes.ts'

test('docs/troubleshooting.md lists exactly the known codes, each with its meaning and what to do', () => {
  const rows = readFileSync('docs/troubleshooting.md', 'utf8').matchAll(/^\| <a id="err_\w+"><\/a>`(ERR_\w+)` *\| (.*?) *\| \S.* \|$/gm)
  expect(Object.fromEntries([...rows].map(([, code, meaning]) => [code, meaning]))).toEqual(ERROR_CODES)
})

test('each code occurs in a test', () => {
  const tests = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.test.ts') && name !== 'errors.test.ts',
  )
  const told = tests.map((name) => readFileSync(`test/${name}`, 'utf8')).join('\n')
  expect(Object.keys(ERROR_CODES).filter((code) => !told.includes(`'${code}'`))).toEqual([])
})

test('an error has its own code or that of its class, and the code is not among its facts', () => {
  expect([new UsageError('').code, new InterruptedError('').code, new RequestError('gone', '').code]).toEqual([
    'ERR_USAGE',
    'ERR_INTERRUPTED',
    'ERR_REQUEST',
  ])
  const error = new CacheError('', { code: 'ERR_CACHE_MISSING', url: 'x' })
  expect([error.code, error.facts]).toEqual(['ERR_CACHE_MISSING', { url: 'x' }])
})

test('a full disk is refused before anything is written', async () => {
  await refuseFullDisk(tmpdir(), 1)
  await expect(refuseFullDisk(tmpdir(), 2 ** 60)).rejects.toMatchObject({ code: 'ERR_DISK_FULL' })
})

test('a system error gets one of our codes, and its sentence does not repeat it', () => {
  const full = explainSystem(Object.assign(new Error('write'), { code: 'ENOSPC' }), '/cache')
  expect(full).toBeInstanceOf(SystemError)
  expect(full).toMatchObject({ code: 'ERR_DISK_FULL' })
  expect(sentence(full)).not.toContain('ERR_')
  expect(explainSystem(Object.assign(new Error('write'), { code: 'EFBIG' }), '/cache')).toMatchObject({
    message: expect.stringContaining('FAT32: 4 GiB') as string,
  })
})
