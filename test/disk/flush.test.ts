import { readFile, realpath, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CacheWriter } from '../../src/cache/writer.ts'
import { startBenchbook } from '../benchbook.ts'
import { folder } from '../crawl/server.ts'
import { guide, smallService } from '../crawl/small-service.ts'

const HOOK = resolve(import.meta.dirname, 'disk-log.ts')

/**
 * The disk operations of a crawl, in order: `flushed FILE`, `renamed FROM TO`, `appended TO`, `written FILE`; paths are below the cache,
 * itself `.`.
 */
async function diskLogOf(source: string, cache: string): Promise<string[]> {
  const log = join(await folder(), 'disk.log')
  const { code, stderr } = await startBenchbook(['crawl', '--source', source, '--cache', cache, '--quiet'], {
    env: { DISK_LOG: log },
    node: ['--import', HOOK],
  }).ended
  expect(code, stderr).toBe(0)
  const lines = (await readFile(log, 'utf8')).trimEnd().split('\n')
  const root = await realpath(cache)
  return lines.map((line) => line.replaceAll('\t', ' ').replaceAll(`${root}/`, '').replaceAll(root, '.'))
}

/** Under its final name. */
const WRITTEN = /^(?:renamed \S+|appended|written) (pending\/\S+(?<!\.part))$/

const foldersAbove = (path: string): string[] => (path === '.' ? [] : [dirname(path), ...foldersAbove(dirname(path))])

// Only Linux reports the names of open files; elsewhere the same code runs untested.
test.runIf(process.platform === 'linux')(
  'everything a crawl stored is flushed before it decides to finish, and again before it has finished',
  async () => {
    const wikis = { '/wikis/INFO': [{ title: 'About' }], '/wikis/INFO/About': { wikiid: 1, namespace: 'INFO', title: 'About', tags: [] } }
    const guides = [1, 2].map((id) => guide(id, { image: { id, standard: `/media/${id}.gif` } }))
    const service = await smallService({ guides, answers: wikis })
    const log = await diskLogOf(service.url, await folder())

    const decision = log.findIndex((line) => /^renamed \S+\.part pending\/manifest\.json$/.test(line))
    const before = log.slice(0, decision)
    const written = before.map((line) => WRITTEN.exec(line)?.[1])
    const stored = new Set(written.filter((path) => path !== undefined && path !== 'pending/source.json').map(String))
    const parts =
      'records/guide/0/1.json records/wiki/INFO/ lists/guides.ndjson records.ndjson checked.ndjson report.json report.ndjson media/'
    for (const part of parts.split(' '))
      expect(
        [...stored].filter((path) => path.startsWith(`pending/${part}`)),
        part,
      ).not.toEqual([])
    for (const path of stored) {
      const flushed = before.lastIndexOf(`flushed ${path}`)
      expect(flushed, path).toBeGreaterThan(written.lastIndexOf(path))
      for (const above of foldersAbove(path).filter((name) => name !== '.'))
        expect(before.lastIndexOf(`flushed ${above}`), above).toBeGreaterThan(flushed)
    }

    const moves = log.slice(decision + 1).filter((line) => line.startsWith('renamed pending/') && !line.endsWith(' manifest.json'))
    const firstMove = log.indexOf(moves[0] ?? '')
    expect(log.slice(decision, firstMove)).toEqual(expect.arrayContaining(['flushed pending/manifest.json', 'flushed pending']))
    const end = log.indexOf('renamed pending/manifest.json manifest.json')
    expect(moves.length).toBeGreaterThan(8)
    for (const move of moves) {
      const [, , to = ''] = move.split(' ')
      for (const above of foldersAbove(to)) expect(log.slice(log.indexOf(move), end), `${above}, for ${to}`).toContain(`flushed ${above}`)
    }
    expect(log.slice(end)).toContain('flushed .')
  },
)

test.runIf(process.platform === 'linux')(
  'if much was stored, the whole file system is flushed instead, at the same two points',
  async () => {
    const guides = Array.from({ length: 150 }, (_, index) => guide(1000 * index))
    const service = await smallService({ guides })
    const cache = await folder()
    await diskLogOf(service.url, cache)
    // Files then go into existing folders.
    guides.forEach((one, index) => (guides[index] = { ...one, revisionid: 2 }))
    const log = await diskLogOf(service.url, cache)
    const decision = log.findIndex((line) => /^renamed \S+\.part pending\/manifest\.json$/.test(line))
    const lastWritten = log.slice(0, decision).findLastIndex((line) => WRITTEN.test(line))
    expect(log.slice(lastWritten, decision)).toContain('synced pending')
    const lastMove = log.findLastIndex((line) => line.startsWith('renamed pending/') && !line.endsWith(' manifest.json'))
    expect(log.slice(lastMove, log.indexOf('renamed pending/manifest.json manifest.json'))).toContain('synced .')
  },
)

test.runIf(process.platform === 'linux')('during a crawl, many files are flushed repeatedly, few not at all', async () => {
  const [programs, own] = [await folder(), await folder()]
  const told = join(programs, 'told')
  await writeFile(join(programs, 'sync'), `#!/bin/sh\necho "$@" >> ${told}\n`, { mode: 0o755 })
  const path = process.env.PATH
  process.env.PATH = `${programs}:${path}`
  onTestFinished(() => void (process.env.PATH = path))
  const flushes = async () => (await readFile(told, 'utf8').catch(() => '')).split('\n').filter(Boolean)

  const writer = new CacheWriter(own)
  for (let id = 0; id < 100; id++) writer.record({ kind: 'guide', id: String(id) }, '{}')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const flush = vi.spyOn(writer, 'flushAhead')
  const threeTimes = async () => {
    for (let times = 0; times < 3; times++) {
      vi.advanceTimersByTime(20)
      await flush.mock.results.at(-1)?.value
    }
    return flushes()
  }
  const stop = writer.keepFlushing(20)
  expect(await threeTimes()).toEqual([])
  expect(flush).toHaveBeenCalledTimes(3)
  writer.record({ kind: 'guide', id: '100' }, '{}')
  expect(await threeTimes()).toEqual(Array(3).fill(`-f ${join(own, 'pending')}`))
  stop()
  await threeTimes()
  expect(flush).toHaveBeenCalledTimes(6)
})
