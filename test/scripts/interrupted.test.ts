import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startBenchbook } from '../benchbook.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { guide, guides, smallService } from '../crawl/small-service.ts'
import { descendantsOf, processes } from '../processes.ts'

/** CPU time: work on a record may be uninterruptible. */
const MOST_MS = 3_000

const filled = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length))
/** The most expensive texts that a page still reads, each of maximum length. */
const TEXTS: Record<string, unknown>[] = [
  { introduction_rendered: filled('<iframe ', 1_000_000) },
  { introduction_rendered: filled('<', 1_990_000) },
  { introduction_rendered: `<ul>${filled('<li>x', 499_000)}` },
  { introduction_rendered: `<table>${filled('<tr><td>x', 430_000)}` },
  { introduction_rendered: `${filled('<span>', 5_400)}${filled('<i>x</i>', 780_000)}` },
  { introduction_raw: filled('=', 200_000) },
  { introduction_raw: filled('* x\n', 1_990_000) },
  { introduction_raw: `${filled('a.', 200_000)}@` },
  { steps: Array.from({ length: 30_000 }, (_, at) => ({ stepid: at + 1, lines: [{ text_rendered: `<b>${at}</b>` }] })) },
  { tags: Array.from({ length: 10_000 }, (_, at) => `tag ${at}`) },
]
const HOSTILE = [...TEXTS.map((text, at) => guide(at + 100, text)), ...guides(30)]
/** The maximum size of one answer, in small objects. */
const HEAVY = `{"guideid": 1, "steps": [${filled('{"a":{}},', 60_000_000)}{}]}`

async function writeHostile(cache: string): Promise<void> {
  const records = HOSTILE.map((body) => ({ kind: 'guide' as const, id: String(body.guideid), body }))
  await writeCache(cache, { records, lists: { guides: HOSTILE.map(({ guideid, title }) => ({ guideid, title })) } })
}

/** The output of a command, and the CPU time of it and its descendants. */
interface Going {
  /** Resolves when it has printed a text, with its first group. */
  says: (text: RegExp) => Promise<string>
  /** Resolves when it has used this CPU time from now on, or has ended. */
  works: (cpuMs: number) => Promise<void>
}

/** Makes a command record its figures when it ends. */
const NOTE = `import { readFileSync, writeFileSync } from 'node:fs'
process.on('exit', () => writeFileSync(process.env.NOTES + process.pid, readFileSync('/proc/self/stat')))`

/**
 * The CPU time of a process, and including that of the children that it has waited for, from its line of figures (see proc_pid_stat(5)).
 */
function cpuMsIn(stat: string): { own: number; whole: number } {
  const ticks = Array.from(stat.slice(stat.lastIndexOf(')') + 2).split(' '), Number)
  const msOf = (from: number, to: number) => ticks.slice(from, to).reduce((sum, hundredths) => sum + 10 * hundredths, 0)
  return { own: msOf(11, 13), whole: msOf(11, 15) }
}

const cpuOf = async (pid: number) => cpuMsIn(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))

/** Including all its descendants. */
async function treeCpuMs(pid = 0): Promise<number> {
  return (await Promise.all([pid, ...(await descendantsOf(pid))].map(cpuOf))).reduce((sum, { whole }) => sum + whole, 0)
}

async function start(args: readonly string[]) {
  const notes = join(await temporaryFolder(), 'cpu-')
  const node = ['--import', `data:text/javascript,${encodeURIComponent(NOTE)}`]
  const { child, ended } = startBenchbook(args, { node, env: { NOTES: notes } })
  return { child, ended, cpuAtEnd: async () => cpuMsIn(await readFile(`${notes}${child.pid}`, 'utf8')) }
}

/**
 * Runs a command in its own group, interrupts it at the given moment, and waits for its end and that of its descendants: the CPU time used
 * after the interrupt.
 */
async function interrupted(args: readonly string[], moment: (going: Going) => Promise<unknown>, codes: readonly number[] = [130]) {
  const { child, ended, cpuAtEnd } = await start(args)
  let heard = ''
  const says: Going['says'] = (text) =>
    new Promise((found) => {
      const look = (chunk?: Buffer): void => {
        heard += chunk?.toString() ?? ''
        const said = text.exec(heard)
        if (said) found(said[1] ?? '')
      }
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', look)
    })
  const works: Going['works'] = async (cpuMs) => {
    const enough = (await treeCpuMs(child.pid)) + cpuMs
    while (child.exitCode === null && child.signalCode === null && (await treeCpuMs(child.pid)) < enough) await sleep(20)
  }
  await Promise.race([moment({ says, works }), ended])
  const below = await descendantsOf(child.pid)
  const { own: before } = await cpuOf(child.pid ?? 0)
  child.kill('SIGINT')
  const { code, stderr } = await ended
  expect(codes, stderr).toContain(code)
  // Killed processes may take a moment to disappear.
  const alive = async () => (await processes()).filter(({ pid, group }) => group === child.pid || below.includes(pid))
  await expect.poll(alive).toEqual([])
  return (await cpuAtEnd()).own - before
}

describe.skipIf(process.platform !== 'linux')('SIGINT is handled within three seconds of CPU time, and leaves nothing behind', () => {
  test.each([3, 12, 25])('in a crawl of the most expensive answers, at request %i, and what was stored is kept', async (request) => {
    const cache = await temporaryFolder()
    const { promise: moment, resolve: arrived } = Promise.withResolvers<undefined>()
    let asked = 0
    const service = await smallService({
      guides: [...HOSTILE.slice(0, 4), ...Array.from({ length: 8 }, (_, at) => guide(at + 200)), ...HOSTILE.slice(4)],
      before: (_, response, { pathname }) => {
        if (++asked === request) arrived(undefined)
        if (!/\/guides\/20\d$/.test(pathname)) return false
        response.end(HEAVY)
        return true
      },
    })
    const args = ['crawl', '--quiet', '--source', service.url, '--cache', cache]
    expect(await interrupted(args, ({ works }) => moment.then(() => works(300)))).toBeLessThan(MOST_MS)
    if (request > 12) expect(await readdir(join(cache, 'pending'), { recursive: true })).toContainEqual(expect.stringMatching(/\d\.json$/))
  })

  test('in a build of the most expensive records, and in printing and checking their pages; the previous site is kept', async () => {
    const folder = await temporaryFolder()
    const [cache, out] = [join(folder, 'cache'), join(folder, 'dist')]
    await writeHostile(cache)
    const build = ['build', '--cache', cache, '--out', out, '--render-all']
    expect(await interrupted(build, ({ says, works }) => says(/Preparing|Rendering/).then(() => works(2_000)))).toBeLessThan(MOST_MS)

    const whole = await start([...build, '--quiet'])
    // A busy machine may take longer for one of them than a record may.
    expect([0, 1]).toContain((await whole.ended).code)
    const { whole: wholeMs } = await whole.cpuAtEnd()
    const home = await readFile(join(out, 'index.html'), 'utf8')
    expect(await interrupted(build, ({ works }) => works(wholeMs / 2))).toBeLessThan(MOST_MS)
    expect(await readFile(join(out, 'index.html'), 'utf8')).toBe(home)

    const pdf = ['pdf', '--out', out, '--out-pdf', join(folder, 'pdf'), '--guide', HOSTILE.map(({ guideid }) => guideid).join()]
    for (const ms of [1_000, 6_000]) expect(await interrupted(pdf, ({ works }) => works(ms))).toBeLessThan(MOST_MS)

    const readSlowly = async ({ says }: Going): Promise<void> => {
      const reader = connect(Number(await says(/localhost:(\d+)/)), '127.0.0.1')
      onTestFinished(() => void reader.destroy())
      reader.on('error', () => undefined)
      reader.write('GET /guide/100/ HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(50))
      await once(reader, 'readable')
    }
    expect(await interrupted(['serve', '--out', out, '--port', '0'], readSlowly, [0])).toBeLessThan(MOST_MS)

    // It may be done before the signal arrives.
    expect(await interrupted(['check', '--cache', cache, '--out', out], ({ works }) => works(600), [0, 130])).toBeLessThan(MOST_MS)
  })

  test.each([
    ['zip', []],
    ['zim', []],
    ['html', ['--guide', '103']],
  ])('in a bundle of the most expensive records as %s, with no temporary files', async (format, what) => {
    const folder = await temporaryFolder()
    const [cache, bundle] = [join(folder, 'cache'), join(folder, `bundle.${format}`)]
    await writeHostile(cache)
    const args = ['bundle', '--cache', cache, '--format', format, '--out', bundle, ...what]
    for (const ms of [800, 4_000]) expect(await interrupted(args, ({ works }) => works(ms), [0, 130])).toBeLessThan(MOST_MS)
    expect((await readdir(folder)).filter((name) => !name.startsWith(`bundle.${format}`))).toEqual(['cache'])
  })

  test('in a forecast from the most expensive answers, and in a preview of the most expensive records', async () => {
    const cache = join(await temporaryFolder(), 'cache')
    const { promise: moment, resolve: arrived } = Promise.withResolvers<undefined>()
    const service = await smallService({
      guides: guides(30),
      before: (_, response, { pathname }) => {
        if (!/\/guides\/\d+$/.test(pathname)) return false
        arrived(undefined)
        response.end(HEAVY)
        return true
      },
    })
    const doctor = ['doctor', '--source', service.url, '--cache', cache]
    expect(await interrupted(doctor, ({ works }) => moment.then(() => works(300)))).toBeLessThan(MOST_MS)

    await writeHostile(cache)
    const dev = ['dev', '--cache', cache, '--port', '0']
    const viewed = async ({ says, works }: Going) => {
      const page = `${await says(/(http:\/\/[^\s/]+)/)}/guide/100/`
      // The answer is not awaited.
      void fetch(page).catch(() => undefined)
      await works(300)
    }
    expect(await interrupted(dev, viewed, [0, 130])).toBeLessThan(MOST_MS)
  })

  test('in an export: while it crawls, and while it builds', async () => {
    const folder = await temporaryFolder()
    const { promise: moment, resolve: arrived } = Promise.withResolvers<undefined>()
    let asked = 0
    const service = await smallService({
      guides: HOSTILE,
      before: () => {
        if (++asked === 12) arrived(undefined)
        return false
      },
    })
    const args = ['export', '--source', service.url, '--cache', join(folder, 'cache'), '--out', join(folder, 'dist')]
    expect(await interrupted(args, ({ works }) => moment.then(() => works(300)))).toBeLessThan(MOST_MS)
    expect(await interrupted(args, ({ says, works }) => says(/Preparing|Rendering/).then(() => works(2_000)))).toBeLessThan(MOST_MS)
    expect(await readdir(join(folder, 'cache'))).toContain('manifest.json')
  })
})
