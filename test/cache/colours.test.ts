import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Colour, ColourTable } from '../../src/cache/colours.ts'
import { tableOf } from '../colours/table.ts'
import { temporaryFolder } from './small-cache.ts'

const hashOf = (at: number) => (at * 7919).toString(16).padStart(20, '0')
const COLOURS = Array.from({ length: 100 }, (_, at): [string, Colour] => [hashOf(at), at % 5 === 0 ? 'none' : at * 100_000])

async function written(): Promise<string> {
  const folder = await temporaryFolder()
  await (await tableOf(COLOURS)).write(folder)
  return folder
}

const known = (table: ColourTable, hash: string) => table.at(table.indexOf(hash))

test('each colour is found again, and nothing is known of other pictures', async () => {
  const table = ColourTable.read(await written())
  for (const [hash, colour] of COLOURS) expect(known(table, hash)).toBe(colour)
  for (const hash of ['f'.repeat(20), '0'.repeat(19) + '1', hashOf(0.5)]) expect(known(table, hash)).toBe('unknown')
  expect([table.length, table.has('none'), table.has('unknown')]).toEqual([100, true, false])
})

test('a table of other pictures takes over what is known of those that stay', async () => {
  const before = ColourTable.read(await written())
  const hashes = async function* () {
    yield [hashOf(3), hashOf(4)]
    yield [hashOf(5), hashOf(200)]
  }
  const table = await ColourTable.of(hashes(), before)
  expect([3, 4, 5, 200].map((at) => known(table, hashOf(at)))).toEqual([300_000, 400_000, 'none', 'unknown'])
  expect([table.length, table.has('unknown'), table.equals(before)]).toEqual([4, true, false])
})

test.each([
  ['missing', () => undefined],
  ['torn', (text: string) => text.slice(0, -3)],
  ['of another format', (text: string) => text.replace('format 1', 'format 2')],
  ['empty', () => ''],
])('a file that is %s holds nothing', async (_, spoil) => {
  const folder = await temporaryFolder()
  const text = spoil(await readFile(join(await written(), 'colours.txt'), 'utf8'))
  if (text !== undefined) await writeFile(join(folder, 'colours.txt'), text)
  const table = ColourTable.read(folder)
  expect([table.length, known(table, hashOf(1))]).toEqual([0, 'unknown'])
})

test('of a damaged line nothing is known', async () => {
  const folder = await written()
  const path = join(folder, 'colours.txt')
  await writeFile(path, (await readFile(path, 'utf8')).replace(`${hashOf(3)} 0493e0`, `${hashOf(3)} 04x3e0`))
  const table = ColourTable.read(folder)
  expect([known(table, hashOf(3)), known(table, hashOf(4))]).toEqual(['unknown', 400_000])
})

test('what a process that was killed while it wrote has left goes with the next table', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'colours.txt.77-1.part'), 'bench')
  await (await tableOf(COLOURS)).write(folder)
  expect(await readdir(folder)).toEqual(['colours.txt'])
})
