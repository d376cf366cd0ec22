import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeDelta } from '../../src/bundle/delta/write-delta.ts'
import { packSite } from '../../src/bundle/pack.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { startBenchbook } from '../benchbook.ts'
import { packing, page, smallSite } from '../bundle/small-site.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { inNamespace, whyNoNamespace } from './namespace.ts'

/** `old.zip`, `new.zip` and the delta between them, of a site with a picture of this size. */
async function made(pictureBytes = 1000, later = new Date('2026-03-04T08:00:00Z')): Promise<string> {
  const folder = await temporaryFolder()
  const bundle = async (name: string, text: string, date = new Date('2026-03-04T05:06:08Z')) => {
    const site = await smallSite({ 'guide/1/index.html': page('Kettle', text), 'media/3f/a.jpg': Buffer.alloc(pictureBytes, 7) })
    return packSite(packing(site, 'zip', { path: join(folder, name), about: { ...packing(site, 'zip').about, date } }))
  }
  const [old, next] = [await bundle('old.zip', 'Descale it.'), await bundle('new.zip', 'Descale it, and rinse.', later)]
  await writeDelta({ format: 'zip', from: old.path, to: next, path: join(folder, 'delta.zip'), maxBytes: 0 })
  return folder
}

test("apply reports its result, with paths relative to the user's folder", async () => {
  const cwd = await made()
  const { code, stdout, stderr } = await benchbookHere(['apply', 'delta.zip', 'old.zip', '--out', 'stick/guides.zip'], { cwd })
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(
    /^\/.+\/stick\/guides\.zip is of 2026-03-04 08:00:00 now, and was of 2026-03-04 05:06:08: [\d.]+ kB\.\nSHA-256 [0-9a-f]{64}\n$/,
  )
  expect(readFileSync(join(cwd, 'stick/guides.zip')).equals(readFileSync(join(cwd, 'new.zip')))).toBe(true)
  const again = await benchbookHere(['apply', 'delta.zip', 'old.zip', '--json'], { cwd })
  expect(JSON.parse(again.stdout)).toMatchObject({ format: 'zip', path: expect.stringMatching(/old\.zip$/) as string })
  expect(await benchbookHere(['apply', 'delta.zip', 'old.zip', '--quiet'], { cwd })).toEqual({ code: 0, stdout: '', stderr: '' })
})

test('two bundles of the same second are distinguished', async () => {
  const cwd = await made(1000, new Date('2026-03-04T05:06:08.900Z'))
  const { stdout } = await benchbookHere(['apply', 'delta.zip', 'old.zip'], { cwd })
  expect(stdout).toMatch(/^\/.+\/old\.zip is another build now, of 2026-03-04 05:06:08 as before: [\d.]+ kB\.$/m)
})

test('apply names the signatures next to its result', async () => {
  const cwd = await made()
  writeFileSync(join(cwd, 'old.zip.sig'), 'signed')
  const { stdout } = await benchbookHere(['apply', 'delta.zip', 'old.zip'], { cwd })
  expect(stdout).toMatch(/^\/.+\/old\.zip\.sig was not updated: .+ Sign the new one, or copy its signature from where it was made\.$/m)
  expect((await benchbookHere(['apply', 'delta.zip', 'old.zip'], { cwd })).stdout).not.toContain('.sig')
})

test('control characters of a name in a delta are not printed', async () => {
  const cwd = await made()
  renameSync(join(cwd, 'old.zip'), join(cwd, 'gnp\u202eexe.zip'))
  await writeDelta({
    ...{ format: 'zip', from: join(cwd, 'gnp\u202eexe.zip'), path: join(cwd, 'turned.zip'), maxBytes: 0 },
    to: await packSite(packing(await smallSite({ 'guide/1/index.html': page('Kettle', '') }), 'zip', { path: join(cwd, 'other.zip') })),
  })
  const { code, stderr } = await benchbookHere(['apply', 'turned.zip', 'new.zip'], { cwd })
  expect(code).toBe(2)
  expect(stderr).toContain('turned.zip is for another bundle: gnp\ufffdexe.zip of')
})

test.each([
  [['apply'], 2, "missing required argument 'delta'"],
  [['apply', 'delta.zip'], 2, "missing required argument 'old'"],
  [['apply', 'none.zip', 'old.zip'], 2, 'none.zip'],
  [['apply', 'old.zip', 'delta.zip'], 2, 'old.zip is no delta, which a bundle with --update makes.'],
  [['apply', 'delta.zip', 'other.zip'], 2, 'delta.zip is for another bundle: old.zip of 2026-03-04'],
  [['apply', 'delta.zip', 'old.zip', '--out', 'delta.zip'], 2, 'Name another --out.'],
  [['apply', 'cut.zip', 'old.zip'], 1, 'cut.zip is damaged'],
])('%j ends with %i and an error', async (args, exitCode, words) => {
  const cwd = await made()
  const before = readFileSync(join(cwd, 'old.zip'))
  writeFileSync(join(cwd, 'other.zip'), before.subarray(0, 900))
  writeFileSync(join(cwd, 'cut.zip'), readFileSync(join(cwd, 'delta.zip')).subarray(0, 900))
  const { code, stdout, stderr } = await benchbookHere(args, { cwd })
  expect([code, stdout]).toEqual([exitCode, ''])
  expect(stderr).toMatch(/^benchbook: [^\n]+\n$/)
  expect(stderr).toContain(words)
  expect(stderr).not.toContain('fault of Benchbook')
  expect(readFileSync(join(cwd, 'old.zip')).equals(before)).toBe(true)
})

test('a full disk leaves the old bundle', async ({ skip }) => {
  skip(whyNoNamespace !== '', whyNoNamespace)
  const folder = await made(300_000)
  const mounted = join(folder, 'disk')
  mkdirSync(mounted)
  const through = inNamespace(mounted, 'size=500k', {
    before: `cp ${folder}/old.zip ${folder}/delta.zip ${mounted}`,
    after: `cmp ${mounted}/old.zip ${folder}/old.zip && ls ${mounted}`,
  })
  const { code, stdout, stderr } = await startBenchbook(['apply', join(mounted, 'delta.zip'), join(mounted, 'old.zip')], { through }).ended
  expect([code, stdout]).toEqual([2, 'delta.zip\nold.zip\n'])
  expect(stderr).toMatch(/^benchbook: The disk is full: .+\n$/)
})
