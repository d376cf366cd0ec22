import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../src/installation.ts'
import { manPage } from './docs/man-page.ts'
import { program } from '../src/cli/run.ts'

await mkdir(join(ROOT, 'lib'), { recursive: true })
await writeFile(join(ROOT, 'lib/benchbook.1'), manPage(program))
