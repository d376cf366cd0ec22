import { writeFile } from 'node:fs/promises'
import { coveragePage } from './docs/coverage-page.ts'
import { optionsPage } from './options-table.ts'

for (const [name, page] of [
  ['options', optionsPage()],
  ['coverage', coveragePage()],
] as const) {
  await writeFile(new URL(`../docs/${name}.md`, import.meta.url), page)
  console.log(`Wrote docs/${name}.md.`)
}
