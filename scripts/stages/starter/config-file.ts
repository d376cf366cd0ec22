/** The text of benchbook.config.mts. Its import is a type: it holds wherever the program lies. */
export const configText = (
  options: readonly (readonly [name: string, value: unknown])[],
): string => `import type { UserConfig } from 'benchbook'

export default {
${options.map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`).join('\n')}
} satisfies UserConfig
`
