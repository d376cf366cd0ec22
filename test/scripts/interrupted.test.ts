import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startBenchbook } from '../benchbook.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { guide, guides, smallService } from '../crawl/small-service.ts'
import { descendantsOf, processes } from '../processes.ts'

const MOST_MS = 3_000

const filled = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length))
/** The dearest texts that a page still reads, each as long as one may be. */
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
/** As much as one answer may weigh, in small objects. */
const HEAVY = `{"guideid": 1, "steps": [${filled('{"a":{}},', 60_000_000)}{}]}`

/** How much longer than on an idle machine a piece of work takes here and now. */
function slownessNow(): number {
  const [start, before] = [performance.now(), process.cpuUsage()]
  let worked = 0
  while (worked < 300_000) {
    const { user, system } = process.cpuUsage(before)
    worked = user + system
  }
  return Math.max(1, (1000 * (performance.now() - start)) / worked)
}

let slowness = 1
beforeAll(() => {
  slowness = slownessNow()
})

async function writeHostile(cache: string): Promise<void> {
  const records = HOSTILE.map((body) => ({ kind: 'guide' as const, id: String(body.guideid), body }))
  await writeCache(cache, { records, lists: { guides: HOSTILE.map(({ guideid, title }) => ({ guideid, title })) } })
}

/** Resolves when the command has said a text, with the first group of it. */
type Says = (text: RegExp) => Promise<string>

/** Runs a command in a group of its own, interrupts it when its moment has come, and waits for its end and that of all that it has started. */
async function interrupted(
  args: readonly string[],
  moment: (says: Says) => Promise<unknown>,
  codes: readonly number[] = [130],
): Promise<number> {
  const { child, ended } = startBenchbook(args, { through: ['setsid'] })
  let heard = ''
  const says: Says = (text) =>
    new Promise((found) => {
      const look = (chunk?: Buffer): void => {
        heard += chunk?.toString() ?? ''
        const said = text.exec(heard)
        if (said) found(said[1] ?? '')
      }
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', look)
    })
  await Promise.race([moment(says), ended])
  const below = await descendantsOf(child.pid)
  const start = performance.now()
  child.kill('SIGINT')
  const { code, stderr } = await ended
  const ms = performance.now() - start
  expect(codes, stderr).toContain(code)
  // What has been killed may take a moment to be gone.
  await sleep(500 * slowness)
  const alive = await processes()
  expect(alive.filter(({ pid, group }) => group === child.pid || below.includes(pid))).toEqual([])
  // Others come and go.
  return ms / Math.max(slowness, slownessNow())
}

/** {@link interrupted}, once more where it took too long: other work may have had the processor at that moment, which the slowness before and after does not show. */
async function soonest(...asked: Parameters<typeof interrupted>): Promise<number> {
  const ms = await interrupted(...asked)
  return ms < MOST_MS ? ms : Math.min(ms, await interrupted(...asked))
}

describe.skipIf(process.platform !== 'linux')('SIGINT is answered within three seconds, nothing stays behind', () => {
  test.each([3, 12, 25])('in a crawl of the dearest answers, at request %i, and what was stored is kept', async (request) => {
    const cache = await temporaryFolder()
    let arrived: () => void = () => undefined
    const moment = new Promise<void>((found) => (arrived = found))
    let asked = 0
    const heavy = Array.from({ length: 8 }, (_, at) => guide(at + 200))
    const service = await smallService({
      guides: [...HOSTILE.slice(0, 4), ...heavy, ...HOSTILE.slice(4)],
      before: (_, response, { pathname }) => {
        if (++asked === request) setTimeout(arrived, 300)
        if (!/\/guides\/20\d$/.test(pathname)) return false
        response.end(HEAVY)
        return true
      },
    })
    const args = ['crawl', '--quiet', '--source', service.url, '--cache', cache]
    expect(await interrupted(args, () => moment)).toBeLessThan(MOST_MS)
    if (request > 12) expect(await readdir(join(cache, 'pending'), { recursive: true })).toContainEqual(expect.stringMatching(/\d\.json$/))
  })

  test('in a build of the dearest records, and in the printing and the check of their pages; the previous site stays', async () => {
    const folder = await temporaryFolder()
    const [cache, out] = [join(folder, 'cache'), join(folder, 'dist')]
    await writeHostile(cache)
    const build = ['build', '--cache', cache, '--out', out, '--render-all']
    expect(await soonest(build, (says) => says(/Preparing|Rendering/).then(() => sleep(2_000 * slowness)))).toBeLessThan(MOST_MS)

    const start = performance.now()
    // A busy machine may take longer for one of them than a record may.
    expect([0, 1]).toContain((await startBenchbook([...build, '--quiet']).ended).code)
    const wholeMs = performance.now() - start
    const home = await readFile(join(out, 'index.html'), 'utf8')
    // It may be done by then, where something else took its time from the whole one.
    expect(await soonest(build, () => sleep(wholeMs / 2), [0, 130])).toBeLessThan(MOST_MS)
    expect(await readFile(join(out, 'index.html'), 'utf8')).toBe(home)

    const pdf = ['pdf', '--out', out, '--out-pdf', join(folder, 'pdf'), '--guide', HOSTILE.map(({ guideid }) => guideid).join()]
    for (const ms of [1_000, 6_000]) expect(await interrupted(pdf, () => sleep(ms * slowness))).toBeLessThan(MOST_MS)

    const readSlowly = async (says: Says): Promise<void> => {
      const reader = connect(Number(await says(/localhost:(\d+)/)), '127.0.0.1')
      onTestFinished(() => void reader.destroy())
      reader.on('error', () => undefined)
      reader.pause()
      reader.write('GET /guide/100/ HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(50))
      await sleep(300 * slowness)
    }
    expect(await interrupted(['serve', '--out', out, '--port', '0'], readSlowly, [0])).toBeLessThan(MOST_MS)

    // It may be done before it hears of it.
    expect(await interrupted(['check', '--cache', cache, '--out', out], () => sleep(600 * slowness), [0, 130])).toBeLessThan(MOST_MS)
  })

  test.each([
    ['zip', []],
    ['zim', []],
    ['html', ['--guide', '103']],
  ])('in a bundle of the dearest records as %s, and nothing of it lies about', async (format, what) => {
    const folder = await temporaryFolder()
    const [cache, bundle] = [join(folder, 'cache'), join(folder, `bundle.${format}`)]
    await writeHostile(cache)
    const args = ['bundle', '--cache', cache, '--format', format, '--out', bundle, ...what]
    for (const ms of [800, 4_000]) expect(await soonest(args, () => sleep(ms * slowness), [0, 130])).toBeLessThan(MOST_MS)
    expect((await readdir(folder)).filter((name) => !name.startsWith(`bundle.${format}`))).toEqual(['cache'])
  })

  test('in a forecast from the dearest answers, and in a preview of the dearest records', async () => {
    const folder = await temporaryFolder()
    const cache = join(folder, 'cache')
    let arrived: () => void = () => undefined
    const moment = new Promise<void>((found) => (arrived = found))
    const service = await smallService({
      guides: guides(30),
      before: (_, response, { pathname }) => {
        if (!/\/guides\/\d+$/.test(pathname)) return false
        setTimeout(arrived, 300)
        response.end(HEAVY)
        return true
      },
    })
    expect(await interrupted(['doctor', '--source', service.url, '--cache', cache], () => moment)).toBeLessThan(MOST_MS)

    await writeHostile(cache)
    const dev = ['dev', '--cache', cache, '--port', '0']
    expect(await interrupted(dev, (says) => says(/http:\/\/\S+/).then(() => sleep(500)), [0, 130])).toBeLessThan(MOST_MS)
  })

  test('in an export: while it crawls, and while it builds', async () => {
    const folder = await temporaryFolder()
    let arrived: () => void = () => undefined
    const moment = new Promise<void>((found) => (arrived = found))
    let asked = 0
    const service = await smallService({
      guides: HOSTILE,
      before: () => {
        if (++asked === 12) setTimeout(arrived, 300)
        return false
      },
    })
    const args = ['export', '--source', service.url, '--cache', join(folder, 'cache'), '--out', join(folder, 'dist')]
    expect(await interrupted(args, () => moment)).toBeLessThan(MOST_MS)
    expect(await interrupted(args, (says) => says(/Preparing|Rendering/).then(() => sleep(2_000 * slowness)))).toBeLessThan(MOST_MS)
    expect(await readdir(join(folder, 'cache'))).toContain('manifest.json')
  })
})
