import { resolve } from 'node:path'
import { userCwd } from '../src/config.ts'
import { exitCodeOf } from './exit-code.ts'
import { interruptSignal } from './interrupt.ts'
import { newCommand } from './new-command.ts'
import { writeAllKinds } from './screenshots/all-kinds.ts'
import { KINDS } from './screenshots/kinds.ts'
import { acceptLayout, KEPT } from './screenshots/layout/kept.ts'

interface Flags {
  out: string
  kind?: string
  readme: boolean
  accept: boolean
}

async function screenshots({ out, kind, readme, accept }: Flags): Promise<number> {
  if (accept) {
    const changed = await acceptLayout()
    for (const name of changed) console.log(`Accepted: ${name}`)
    console.log(changed.length > 0 ? `Look at them before you commit them: ${KEPT}` : `All pages look as in ${KEPT}`)
    return 0
  }
  const folder = resolve(userCwd(), out)
  await writeAllKinds(folder, { only: kind, readme }, interruptSignal())
  console.log(`Wrote the screenshots: ${folder}`)
  return 0
}

const command = newCommand('npm run screenshots --')
  .option('--out <DIR>', 'The folder for the pictures.', 'screenshots')
  .option('--kind <NAME>', `One kind of page only: ${Object.keys(KINDS).join(', ')}.`)
  .option('--readme', 'Write those of README.md and docs/offline.md as well; needs kiwix-serve.', false)
  .option('--accept', 'Instead, keep as they look now the pages that the tests compare.', false)
process.exitCode = await exitCodeOf(() => screenshots(command.parse().opts<Flags>()))
