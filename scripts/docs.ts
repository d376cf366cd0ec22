import { writeFile } from 'node:fs/promises'
import { optionsPage } from './options-table.ts'

await writeFile(new URL('../docs/options.md', import.meta.url), optionsPage())
console.log('Wrote docs/options.md.')
