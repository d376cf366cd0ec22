import { isOption, type OptionName, OPTIONS } from '../src/config/options.ts'
import { isOnByDefault } from '../src/config.ts'

/** Declarations of options with what each is for, which editors show. */
export const withOptionDocs = (declarations: string): string =>
  declarations.replaceAll(/^( +)(?=(\w+): OptionSpec<)/gm, (indent, _, name: string) =>
    isOption(name) ? `${indent}/** ${docOf(name)} */\n${indent}` : indent,
  )

function docOf(name: OptionName): string {
  const { text, expects, fallback } = OPTIONS[name]
  const inNames = text.replaceAll(/--([a-z\d-]+)/g, (_, flag: string) =>
    flag.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
  )
  const preset = fallback === '' || (Array.isArray(fallback) && fallback.length === 0) ? '' : ` Default: ${JSON.stringify(fallback)}.`
  const takes = typeof fallback === 'boolean' || expects === 'text' ? '' : ` Takes ${expects}.`
  return `${isOnByDefault(name) ? '`false`: ' : ''}${inNames}${takes}${preset}`
}
