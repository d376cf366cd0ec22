import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EXPECTED } from './fault-table.ts'
import { asTable, runMatrix } from './matrix.ts'

/** `WRITE_MATRIX=1 npm run soak -- tests test/crawl/fault-matrix.test.ts` writes what it found into the page. */
test('every fault at every place, once, twice and for ever, ends as the table says, and so does docs/reliability.md', async () => {
  const matrix = await runMatrix()
  const page = join(import.meta.dirname, '../../docs/reliability.md')
  const text = await readFile(page, 'utf8')
  const between = /(?<=<!-- matrix -->\n)[\s\S]*(?=\n<!-- \/matrix -->)/
  if (process.env.WRITE_MATRIX) await writeFile(page, text.replace(between, `\n${asTable(matrix)}\n`))
  expect(matrix).toEqual(EXPECTED)
  if (!process.env.WRITE_MATRIX) expect(unpadded(between.exec(text)?.[0] ?? '')).toBe(asTable(matrix))
})

/** Prettier lines the columns of a table up. */
const unpadded = (table: string) => table.trim().replace(/ +/g, ' ').replace(/-{3,}/g, '---')
