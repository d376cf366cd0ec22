import { isOption, isShared } from '../../../config/options.ts'

type Answer = readonly [name: string, value: unknown]

/** The content of benchbook.config.mts. It imports only a type, so it works wherever the program is installed. */
export function configText(answers: readonly Answer[]): string {
  const isAtTop = ([name]: Answer): boolean => isOption(name) && isShared(name)
  const lines = (indent: string, some: readonly Answer[]) =>
    some.map(([name, value]) => `${indent}${name}: ${JSON.stringify(value)},\n`).join('')
  const crawl = answers.filter((answer) => !isAtTop(answer))
  return `import type { UserConfig } from 'benchbook'

export default {
${lines('  ', answers.filter(isAtTop))}  crawl: {
${lines('    ', crawl)}  },
} satisfies UserConfig
`
}
