import { existsSync } from 'node:fs'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findConfigFile } from '../../src/config/config-file.ts'
import { type OptionName, OPTIONS } from '../../src/config/options.ts'
import { readConfig } from '../../src/config.ts'
import { readIfExists } from '../../src/disk/read.ts'
import { explainSystem, InterruptedError, isOurs, sentence, UsageError } from '../../src/errors.ts'
import { configText, IGNORED, WORKFLOW } from './starter-files.ts'

/** What is asked, in this order; all but the first may stay empty. */
export const QUESTIONS = {
  source: 'Which service shall be copied? Its address',
  contact: 'How can its operator reach you? An email address or page',
  name: "What is your copy called? By default as the service's site",
  site: 'Where will the copy stand? Its public address',
  lang: 'Which languages besides its own? Such as de,fr, or all',
} as const satisfies Partial<Record<OptionName, string>>
type Asked = keyof typeof QUESTIONS
const NAMES = Object.keys(QUESTIONS) as Asked[]

/** Writes what a copy starts with into a folder, and nothing over. `ask` puts a question to the person, where there is one. */
export async function init(
  folder: string,
  given: Readonly<Partial<Record<Asked, string>>>,
  ask?: (question: string) => Promise<string>,
): Promise<0> {
  const there = findConfigFile(folder)
  if (there && dirname(there) === folder)
    throw new UsageError(`There is a configuration file already: ${there}. Change that one, or remove it first.`, {
      code: 'ERR_CONFIG_FILE',
      path: there,
    })
  const answers: [Asked, unknown][] = []
  for (const name of NAMES) {
    const value = await answerTo(name, given[name], ask)
    if (String(value) !== '') answers.push([name, value])
  }
  try {
    await writeFile(join(folder, 'benchbook.config.mts'), configText(answers))
    console.log('Wrote benchbook.config.mts.')
    await ignore(join(folder, '.gitignore'))
    await writeWorkflow(join(folder, '.github/workflows/benchbook.yml'))
  } catch (error) {
    throw explainSystem(error, folder)
  }
  console.log('Next: npx benchbook export, and npx benchbook serve. "npx benchbook config" shows what holds.')
  return 0
}

/** Asks again after an answer that cannot be used, if there is somebody to ask. */
async function answerTo(
  name: Asked,
  given: string | undefined,
  ask: ((question: string) => Promise<string>) | undefined,
): Promise<unknown> {
  if (given !== undefined || !ask) return meaningOf(name, given ?? '')
  for (;;) {
    try {
      return meaningOf(name, await ask(`${QUESTIONS[name]}: `))
    } catch (error) {
      if (!isOurs(error) || error instanceof InterruptedError) throw error
      console.log(sentence(error))
    }
  }
}

/** Nothing is the default, but of a service. */
function meaningOf(name: Asked, text: string): unknown {
  if (text.trim() !== '') return readConfig({ [name]: text.trim() }, {})[name]
  if (name !== 'source') return OPTIONS[name].fallback
  throw new UsageError('No service is named. Add --source with its address, such as --source https://www.ifixit.com.', {
    code: 'ERR_OPTION',
    option: name,
  })
}

async function ignore(path: string): Promise<void> {
  const before = (await readIfExists(path)) ?? ''
  const missing = IGNORED.filter((line) => !before.split(/\r?\n/).includes(line))
  if (missing.length === 0) return
  await appendFile(path, `${before && !before.endsWith('\n') ? '\n' : ''}${missing.join('\n')}\n`)
  console.log(`Added ${missing.join(', ')} to .gitignore.`)
}

async function writeWorkflow(path: string): Promise<void> {
  if (existsSync(path)) return console.log('Left .github/workflows/benchbook.yml as it is.')
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, WORKFLOW)
  console.log('Wrote .github/workflows/benchbook.yml: a nightly export to GitHub Pages.')
}
