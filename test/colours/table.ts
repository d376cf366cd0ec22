import { type Colour, ColourTable } from '../../src/cache/colours.ts'

/** A table of colours by hash. */
export async function tableOf(colours: Iterable<readonly [hash: string, colour: Colour]>): Promise<ColourTable> {
  const sorted = new Map([...colours].sort(([a], [b]) => (a < b ? -1 : 1)))
  const table = await ColourTable.of(
    (async function* () {
      yield [...sorted.keys()]
    })(),
    ColourTable.read('/there/is/none'),
  )
  for (const [hash, colour] of sorted) table.set(table.indexOf(hash), colour)
  return table
}
