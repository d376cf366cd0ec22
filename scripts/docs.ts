import { writeFile } from 'node:fs/promises'
import { coveragePage } from './docs/coverage-page.ts'
import { dependenciesPage } from './docs/dependencies-page.ts'
import { libraryPage } from './docs/library-page.ts'
import { optionsPage } from './docs/options.ts'

for (const [name, page] of [
  ['options', optionsPage()],
  ['coverage', coveragePage()],
  ['dependencies', dependenciesPage()],
  ['library-api', await libraryPage()],
] as const) {
  await writeFile(new URL(`../docs/${name}.md`, import.meta.url), page)
  console.log(`Wrote docs/${name}.md.`)
}
