import { cp, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { guide } from '../crawl/small-service.ts'
import { descendantsOf, processes } from '../processes.ts'
import { SAMPLE } from '../replica/peer.ts'
import { SAMPLE_BASE, sampleSite } from '../sample-site.ts'
import { heldAt, inSteps } from '../steps.ts'

/** The page-rendering processes below a process. */
async function workersOf(pid: number | undefined): Promise<number[]> {
  const below = await descendantsOf(pid)
  const commands = await Promise.all(below.map((one) => readFile(`/proc/${one}/cmdline`, 'utf8').catch(() => '')))
  return below.filter((_, at) => commands[at]?.includes('page-worker'))
}

/** Builds the sample with three processes next to an older site, calls `happen` once the first pages are made, and waits for the end. */
async function building(happen: (workers: number[], builder: number) => void, ...flags: string[]) {
  const out = join(await temporaryFolder(), 'dist')
  const older = await sampleSite()
  for (const end of ['', '.changes.json', '.sha256', '.state']) await cp(`${older.out}${end}`, `${out}${end}`, { recursive: true })
  const args = ['build', '--quiet', '--cache', SAMPLE, '--out', out, '--base', SAMPLE_BASE, '--workers', '3', '--render-all', ...flags]
  const { child, ended, goOn } = await heldAt(args, /^hear made/)
  const workers = await workersOf(child.pid)
  happen(workers, child.pid ?? 0)
  await goOn()
  return { ...(await ended), out, workers }
}

/** The previous site is complete, and nothing is left of the new one or its processes. */
async function expectAsBefore({ out, workers }: { out: string; workers: number[] }): Promise<void> {
  expect((await stat(join(out, 'index.html'))).isFile()).toBe(true)
  expect(await readdir(join(out, '..'))).toEqual(['dist', 'dist.changes.json', 'dist.sha256', 'dist.state'])
  await expectEnded(workers)
}

async function expectEnded(workers: number[]): Promise<void> {
  const areAlive = async () => (await processes()).some(({ pid }) => workers.includes(pid))
  await expect.poll(areAlive).toBe(false)
}

describe.skipIf(process.platform !== 'linux')('processes that render pages', () => {
  test('end a build with an error when one of them dies', async () => {
    const built = await building(([, second = 0]) => process.kill(second, 'SIGKILL'))
    expect(built.workers).toHaveLength(3)
    expect(built.stderr).toMatch(/A process that renders pages ended before its work was done \(SIGKILL\)\. .*--workers 1/)
    expect(built.code).toBe(2)
    await expectAsBefore(built)
  })

  test.each([
    ['are there for a small site with a large record, which the builder must not render itself', 300_000, 1],
    ['are not there for a small site of small ones', 3_000, 0],
  ])('%s', async (_, characters, expected) => {
    const folder = await temporaryFolder()
    const [cache, out] = [join(folder, 'cache'), join(folder, 'dist')]
    const large = guide(1, { introduction_rendered: `<p>${'A text. '.repeat(characters / 8)}</p>` })
    await writeCache(cache, { records: [{ kind: 'guide', id: '1', body: large }], lists: { guides: [{ guideid: 1, title: large.title }] } })
    const { code, steps } = await inSteps(['build', '--quiet', '--cache', cache, '--out', out])
    expect([code, steps.filter((step) => /^fork .*page-worker/.test(step)).length]).toEqual([0, expected])
  })

  test('leave the handling of signals to their parent', async () => {
    const built = await building((workers, builder) => {
      for (const pid of [...workers, builder]) process.kill(pid, 'SIGINT')
    })
    expect(built.workers).toHaveLength(3)
    expect(built.code).toBe(130)
    expect(built.stderr).not.toContain('A process')
    await expectEnded(built.workers)
  })

  test('end by themselves when their parent is killed', async () => {
    const { workers } = await building((_, builder) => process.kill(builder, 'SIGKILL'))
    expect(workers).toHaveLength(3)
    await expectEnded(workers)
  })
})
