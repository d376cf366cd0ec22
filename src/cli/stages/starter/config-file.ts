import { isShared, type OptionName, OPTIONS } from '../../../config/options.ts'

type Answer = readonly [name: OptionName, value: unknown]

/** The content of benchbook.config.mts. It imports only a type, so it works wherever the program is installed. */
export function configText(answers: readonly Answer[]): string {
  const lines = (indent: string, isMeant: (name: OptionName) => boolean): string =>
    answers
      .filter(([name]) => isMeant(name))
      .map(([name, value]) => `${indent}${name}: ${JSON.stringify(value)},\n`)
      .join('')
  const section = (command: 'crawl' | 'build'): string => {
    const own = lines('    ', (name) => !isShared(name) && OPTIONS[name].commands[0] === command)
    return own && `  ${command}: {\n${own}  },\n`
  }
  return `import type { UserConfig } from 'benchbook'

export default {
${lines('  ', isShared)}${section('crawl')}${section('build')}} satisfies UserConfig
`
}
