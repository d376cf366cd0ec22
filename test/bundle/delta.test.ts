import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { applyDelta } from '../../src/bundle/delta/apply-delta.ts'
import { DESCRIPTION } from '../../src/bundle/delta/description.ts'
import { writeDelta } from '../../src/bundle/delta/write-delta.ts'
import { type FileFormat, writeSum } from '../../src/bundle/bundle-file.ts'
import { writeOutput } from '../../src/bundle/output-file.ts'
import { packSite } from '../../src/bundle/pack.ts'
import { openWorkspace } from '../../src/bundle/workspace.ts'
import { zipWriter } from '../../src/bundle/zip/zip-writer.ts'
import { isBenchbookError } from '../../src/errors.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { randomFrom } from '../crawl/kill.ts'
import { differing, siteFiles } from '../site-files.ts'
import { readZip } from './read-zip.ts'
import { packing, page, smallSite } from './small-site.ts'
import { whyNo } from '../tools.ts'

type Files = Record<string, string | Uint8Array>

const FORMATS = ['zip', 'zim'] as const
const [OLD_DATE, NEW_DATE] = [new Date('2026-03-04T05:06:08Z'), new Date('2026-04-05T06:07:09Z')]
const chance = randomFrom(14)
const noise = (bytes: number): Buffer => Buffer.from(Array.from({ length: bytes }, () => Math.floor(chance() * 256)))
const PICTURES = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`media/${at}f/a${at}.jpg`, noise(10_000)]))
const GUIDES = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [`guide/${at}/index.html`, page(`Guide ${at}`, noise(200).toString('hex'))]),
)
const FILES: Files = { ...GUIDES, ...PICTURES, 'assets/page.css': 'p { margin: 0 }', 'category/käse #1/index.html': page('Käse') }

const without = (files: Files, ...paths: string[]): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)))
const CHANGES: Record<string, (files: Files) => Files> = {
  'nothing changed': (files) => files,
  'a guide edited': (files) => ({ ...files, 'guide/17/index.html': page('Guide 17', 'Mind the spring.') }),
  'a guide added': (files) => ({ ...files, 'guide/170/index.html': page('Guide 170', 'New.') }),
  'a guide removed': (files) => without(files, 'guide/17/index.html'),
  'a picture replaced': (files) => ({ ...files, 'media/3f/a3.jpg': noise(12_000) }),
  'a picture under another name': (files) => ({ ...without(files, 'media/3f/a3.jpg'), 'media/99/z.jpg': files['media/3f/a3.jpg'] ?? '' }),
  'all of that': (files) =>
    ['a guide edited', 'a guide added', 'a picture replaced'].reduce(
      (changed, name) => CHANGES[name]?.(changed) ?? changed,
      without(files, 'guide/3/index.html', 'media/5f/a5.jpg'),
    ),
  'everything new': () => ({ 'guide/900/index.html': page('Guide 900', 'All is new.') }),
}

/** Two editions of a site as bundles, and the delta between them. */
async function made(format: FileFormat, before: Files, after: Files) {
  const folder = await temporaryFolder()
  const bundle = async (name: string, files: Files, date: Date) => {
    const path = join(folder, name, `guides.${format}`)
    mkdirSync(dirname(path))
    const site = await smallSite(files)
    return packSite(packing(site, format, { path, about: { ...packing(site, format).about, date } }))
  }
  const [old, next] = [await bundle('old', before, OLD_DATE), await bundle('new', after, NEW_DATE)]
  const delta = join(folder, 'delta.zip')
  const written = await writeDelta({ format, from: old.path, to: next, path: delta, maxBytes: 0 })
  return { folder, old: old.path, next: next.path, delta, written }
}

const edited = (format: FileFormat = 'zip') => made(format, FILES, CHANGES['a guide edited']?.(FILES) ?? {})
const changed = (format: FileFormat) => made(format, FILES, CHANGES['all of that']?.(FILES) ?? {})

describe.each(FORMATS)('a delta of a %s', (format) => {
  test.each(Object.entries(CHANGES))('for %s makes the new bundle from the old one, byte for byte', async (_, change) => {
    const { folder, old, next, delta } = await made(format, FILES, change(FILES))
    const before = readFileSync(old)
    const out = join(folder, `made.${format}`)
    const applied = await applyDelta({ delta, old, out })
    expect(readFileSync(out).equals(readFileSync(next))).toBe(true)
    expect(readFileSync(old).equals(before)).toBe(true)
    expect(applied).toMatchObject({ format, path: out })
    expect([applied.from, applied.to].map((date) => date.slice(0, 10))).toEqual(['2026-03-04', '2026-04-05'])
    expect(readFileSync(`${out}.sha256`).toString()).toBe(`${applied.sha256}  made.${format}\n`)
  })

  test('does not repeat content of the old bundle', async () => {
    const { next, delta, written } = await changed(format)
    expect(written.bytes).toBe(readFileSync(delta).length)
    // One picture of 12 kB of twelve, and the guides of a cluster.
    expect(written.bytes).toBeLessThan(readFileSync(next).length / 4)
  })

  test('replaces the old bundle with the new one and leaves nothing else behind', async () => {
    const { old, next, delta } = await edited(format)
    await applyDelta({ delta, old })
    expect(readFileSync(old).equals(readFileSync(next))).toBe(true)
    expect(readdirSync(dirname(old)).sort()).toEqual([`guides.${format}`, `guides.${format}.sha256`])
  })

  test('makes the right bundle or none, whichever byte is damaged and wherever it is cut', async () => {
    const { folder, old, next, delta } = await changed(format)
    const [whole, before, right] = [readFileSync(delta), readFileSync(old), readFileSync(next)]
    const damaged = join(folder, 'damaged.zip')
    const out = join(folder, 'out', `made.${format}`)
    const at = Array.from({ length: 300 }, () => Math.floor(chance() * whole.length))
    const ends = [...at, whole.length - 1, whole.length - 30, 0, 1, 3, 21]
    const flipped = (place: number) => Buffer.from(whole).fill((whole[place] ?? 0) ^ (1 << (place % 8)), place, place + 1)
    const outcomes = new Map<string, number>()
    for (const bytes of [...ends.map((place) => whole.subarray(0, place)), ...ends.map(flipped)]) {
      writeFileSync(damaged, bytes)
      rmSync(dirname(out), { recursive: true, force: true })
      const outcome = await applyDelta({ delta: damaged, old, out }).then(
        () => (readFileSync(out).equals(right) ? 'right' : 'wrong'),
        (error: unknown) => (isBenchbookError(error) ? error.code : String(error)),
      )
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      if (outcome !== 'right') expect(readdirSync(folder).includes('out') ? readdirSync(dirname(out)) : []).toEqual([])
    }
    // A flipped byte that is never read does no harm; a changed name makes the file no delta.
    expect([...outcomes.keys()].filter((name) => !['ERR_BUNDLE_DAMAGED', 'ERR_USAGE', 'right'].includes(name))).toEqual([])
    expect(outcomes.get('ERR_BUNDLE_DAMAGED')).toBeGreaterThan(ends.length)
    expect(readFileSync(old).equals(before)).toBe(true)
  })

  test('leaves the old bundle and nothing next to it if interrupted', async () => {
    const { old, delta } = await changed(format)
    const before = readFileSync(old)
    for (const turns of [0, 1, 2, 3, 4]) {
      const controller = new AbortController()
      const applying = applyDelta({ delta, old }, controller.signal)
      for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
      controller.abort(new Error('Interrupted.'))
      await expect(applying).rejects.toThrow('Interrupted.')
      expect(readdirSync(dirname(old)).sort()).toEqual([`guides.${format}`, `guides.${format}.sha256`])
    }
    expect(readFileSync(old).equals(before)).toBe(true)
  })

  test('works for sites that change at random', async () => {
    for (let round = 0; round < 20; round++) {
      const [before, after] = [randomFiles({}), {} as Files]
      for (const [path, content] of Object.entries(before)) if (chance() < 0.8) after[path] = chance() < 0.2 ? noise(50) : content
      const { folder, old, next, delta } = await made(format, before, randomFiles(after))
      const out = join(folder, `made.${format}`)
      await applyDelta({ delta, old, out })
      expect(readFileSync(out).equals(readFileSync(next)), `round ${round}`).toBe(true)
    }
  })
})

/** Files, many of which have the same content as others. */
function randomFiles(files: Files): Files {
  const shared = [noise(3000), noise(1), Buffer.alloc(0)]
  for (let number = 0; number < 30; number++) {
    const folder = `${['guide', 'media', 'ü', 'pagefind'][Math.floor(chance() * 4)]}/${Math.floor(chance() * 1e6)}`
    const content = chance() < 0.4 ? (shared[number % 3] ?? '') : noise(Math.floor(chance() * 5000))
    files[chance() < 0.5 ? `${folder}.jpg` : `${folder}/index.html`] = content
  }
  return files
}

test('a delta unpacked over the old folder, minus its list of removed files, gives the unpacked new bundle', async ({ skip }) => {
  skip(whyNo('unzip') !== '', whyNo('unzip'))
  const { folder, old, next, delta, written } = await changed('zip')
  const [updated, fresh] = [join(folder, 'updated'), join(folder, 'fresh')]
  execFileSync('unzip', ['-q', old, '-d', updated])
  execFileSync('unzip', ['-q', next, '-d', fresh])
  execFileSync('unzip', ['-q', '-o', delta, '-d', updated])
  const list = readFileSync(join(updated, 'update/removed.txt'), 'utf8').trimEnd().split('\n')
  expect(list).toEqual(['guide/3/index.html', 'media/5f/a5.jpg', 'update/delta.json', 'update/index.html', 'update/removed.txt'])
  expect(written).toMatchObject({ removed: 2, added: 1 })
  const told = readFileSync(join(updated, 'update/index.html'), 'utf8')
  for (const words of ['2026-03-04', '2026-04-05', '2 files are no longer used', '<li>guide/3/index.html</li>'])
    expect(told).toContain(words)
  for (const path of list) rmSync(join(updated, path))
  rmSync(join(updated, 'update'), { recursive: true })
  expect(differing(await siteFiles(updated), await siteFiles(fresh))).toEqual([])
})

test('the page of an update escapes names, and says if no file is to be removed', async () => {
  const same = await made('zip', { 'a<b>&.txt': 'x' }, {})
  expect(readZip(readFileSync(same.delta)).get('update/index.html')?.bytes.toString()).toContain('<li>a&lt;b>&amp;.txt</li>')
  const none = await made('zip', FILES, FILES)
  expect(readZip(readFileSync(none.delta)).get('update/index.html')?.bytes.toString()).toContain('Nothing is left over from before.')
})

test('another bundle, a truncated one and one already up to date are refused by name', async () => {
  const { folder, old, next, delta } = await edited()
  const other = join(folder, 'other.zip')
  const refused = async (path: string) => {
    const before = readFileSync(path)
    const error = (await applyDelta({ delta, old: path }).catch((thrown: unknown) => thrown)) as Error
    expect(readFileSync(path).equals(before)).toBe(true)
    return error
  }
  copyFileSync(old, other)
  truncateSync(other, 1000)
  expect(await refused(other)).toMatchObject({ code: 'ERR_DELTA_OTHER', exitCode: 2 })
  expect((await refused(other)).message).toContain(`${delta} is for another bundle: guides.zip of 2026-03-04`)
  await expect(applyDelta({ delta, old: next, out: other })).rejects.toThrow('is the new bundle already')
  const modified = statSync(next).mtimeMs
  expect(await applyDelta({ delta, old: next })).toMatchObject({ path: next, isChanged: false })
  expect(statSync(next).mtimeMs).toBe(modified)
  await expect(applyDelta({ delta: old, old: delta })).rejects.toThrow('is no delta')
  await expect(applyDelta({ delta, old: join(folder, 'none.zip') })).rejects.toThrow('There is no file')
  await expect(applyDelta({ delta, old: folder })).rejects.toThrow('is no file')
  await expect(applyDelta({ delta, old, out: delta })).rejects.toThrow('is the delta itself')
  writeFileSync(other, 'my notes')
  await expect(applyDelta({ delta, old, out: other })).rejects.toMatchObject({ code: 'ERR_OUT_FOREIGN' })
  expect(readFileSync(other, 'utf8')).toBe('my notes')
})

/** A delta with a changed description. */
async function described(delta: string, change: (text: string) => string): Promise<string> {
  const files = readZip(readFileSync(delta))
  const path = `${delta}.changed.zip`
  await writeOutput(path, {}, (file) => {
    const writer = zipWriter(file, NEW_DATE)
    for (const [name, { bytes }] of files) {
      const content = name === DESCRIPTION ? Buffer.from(change(bytes.toString())) : bytes
      const facts = { path: name, isDeflated: false, bytes: content.length, packedBytes: content.length, crc32: crc32(content) }
      writer.addPacked(facts, [content])
    }
    writer.end()
  })
  return path
}

describe('a malicious delta', () => {
  test('writes no more than the size of the bundle that it names', async () => {
    const { folder, old, delta } = await made('zip', FILES, FILES)
    const again = await described(delta, (text) => {
      const description = JSON.parse(text) as { steps: unknown[] }
      return JSON.stringify({ ...description, steps: Array.from({ length: 5000 }, () => description.steps).flat() })
    })
    const applying = applyDelta({ delta: again, old, out: join(folder, 'out.zip') })
    await expect(applying).rejects.toThrow('does not make the bundle that it was made for')
    expect(readdirSync(folder).filter((name) => name.startsWith('out'))).toEqual([])
  })

  test('is refused if its description is huge or has a name with control characters', async () => {
    const { old, delta } = await made('zip', FILES, FILES)
    const many = await described(delta, (text) => text.replace('"steps":[', `"steps":[${'[],'.repeat(1_100_000)}`))
    await expect(applyDelta({ delta: many, old })).rejects.toMatchObject({ code: 'ERR_BUNDLE_DAMAGED' })
    const named = await described(delta, (text) => text.replace('"name":"', '"name":"\\u001b[2J'))
    await expect(applyDelta({ delta: named, old })).rejects.toMatchObject({ code: 'ERR_BUNDLE_DAMAGED' })
  })
})

test('a foreign file next to a bundle is kept', async () => {
  const { folder, old, delta } = await edited()
  const victim = join(folder, 'victim')
  writeFileSync(victim, 'mine')
  symlinkSync(victim, `${old}.part`)
  await applyDelta({ delta, old })
  expect([readFileSync(victim, 'utf8'), readFileSync(`${old}.part`, 'utf8')]).toEqual(['mine', 'mine'])
  expect(readdirSync(dirname(old)).sort()).toEqual(['guides.zip', 'guides.zip.part', 'guides.zip.sha256'])
})

describe.skipIf(process.platform === 'win32')('an update of a bundle keeps', () => {
  test.each([0o600, 0o444, 0o664])('its permissions: %o', async (mode) => {
    const { folder, old, delta } = await edited()
    chmodSync(old, mode)
    const out = join(folder, 'out.zip')
    await applyDelta({ delta, old, out })
    await applyDelta({ delta, old })
    expect([old, out].map((path) => statSync(path).mode & 0o777)).toEqual([mode, mode])
  })

  test('a link to it, and updates the checksum of both', async () => {
    const { folder, old, delta } = await edited()
    const link = join(folder, 'link.zip')
    symlinkSync(old, link)
    writeSum(link, 'a'.repeat(64))
    const { path, sha256 } = await applyDelta({ delta, old: link })
    expect([path, readlinkSync(link)]).toEqual([old, old])
    expect(readFileSync(`${link}.sha256`, 'utf8')).toBe(`${sha256}  link.zip\n`)
    expect(readFileSync(`${old}.sha256`, 'utf8')).toBe(`${sha256}  guides.zip\n`)
  })

  test('its signatures, and names them', async () => {
    const { old, delta } = await edited()
    for (const ending of ['.sig', '.minisig']) writeFileSync(old + ending, 'signed')
    expect(await applyDelta({ delta, old })).toMatchObject({ signatures: [`${old}.minisig`, `${old}.sig`] })
  })

  test.each(['there.zip', 'nowhere.zip'])('a link at its output path, here to %s', async (target) => {
    const { folder, old, delta, next } = await edited()
    copyFileSync(next, join(folder, 'there.zip'))
    const out = join(folder, 'out.zip')
    symlinkSync(target, out)
    await expect(applyDelta({ delta, old, out })).rejects.toMatchObject({
      code: 'ERR_OUT_FOREIGN',
      message: expect.stringContaining('out.zip is there and is a link, which a bundle would replace') as string,
    })
    expect(readlinkSync(out)).toBe(target)
  })
})

test('two updates of one bundle exclude each other, and a pipe is refused', async () => {
  const { folder, old, delta } = await edited()
  const out = join(folder, 'out.zip')
  const workspace = await openWorkspace(out)
  await expect(applyDelta({ delta, old, out })).rejects.toMatchObject({ code: 'ERR_OUT_LOCKED' })
  await workspace.remove()
  if (process.platform === 'win32') return
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  await expect(applyDelta({ delta, old: pipe })).rejects.toThrow('is no file')
  await expect(applyDelta({ delta: pipe, old })).rejects.toThrow('is no file')
})
